import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import {
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operations,
} from '#contract/operations/index.ts'
import { type OperatorRole, pageOperator } from '#contract/operations/operator-names.ts'
import { answerTag } from '#contract/rules.ts'
import { AppRouter } from '#web/app-router.tsx'
import { setDraftOwner } from '#web/data/draft.ts'
import { operator } from '#web/operations/operator.ts'
import { OperationsRoutes } from '#web/operations/routes.tsx'
import { AntdFrame } from '#web/ui/antd-frame.tsx'
import { answerOf, newId, type Partly } from './answers.ts'
import { failAtTestEnd } from './fail-at-test-end.ts'
import { Refusal } from './open-page.tsx'
import { stubUploads } from './uploads.ts'

type Answer<Name extends OperationName> = Partly<OperationOutput<Name>> | Refusal
export type OfficeAnswers = {
  [Name in OperationName]?: Answer<Name> | ((input: OperationInput<Name>) => Answer<Name> | Promise<Answer<Name>>)
}

const names = new Map(
  Object.entries(operations).map(([name, { path }]) => [`/api/operations${path}`, name as OperationName]),
)

/**
 * Opens a page of the back office at its address, for an operator with these roles, with the test's answers. Other calls are
 * answered with the least that the contract allows, or with one of each if the answers are `full`.
 */
export function openOffice(
  address: string,
  roles: OperatorRole[],
  values: OfficeAnswers = {},
  { totp = false, full = false } = {},
) {
  // A new id would mean another operator, for whom the page would be reset.
  const self = { operator_id: newId(), name: 'zhou', display_name: '周敏', roles, totp }
  const answers: OfficeAnswers = { getSelf: self, ...values }
  const sent: { name: OperationName; input: unknown; key?: string; tag?: string; operator?: string }[] = []
  const respond = failAtTestEnd(async (url: string, input: object, headers: Record<string, string> = {}) => {
    const name = names.get(url)
    if (!name) throw new Error(`no operation is at ${url}`)
    sent.push({
      name,
      input,
      key: headers['idempotency-key'],
      tag: headers[answerTag],
      operator: headers[pageOperator],
    })
    // The cast is needed because the compiler cannot see that each answer belongs to its name.
    const answer = answers[name] as unknown
    const data = typeof answer === 'function' ? await answer(input) : answer
    if (data instanceof Refusal) return Response.json(data.body)
    return Response.json({
      code: 200,
      msg: '成功',
      data: answerOf(operations[name].output, data as never, full && name !== 'getSelf'),
      ...(answerTag in headers && { tag: 'tag-1' }),
    })
  })
  vi.stubGlobal('fetch', (url: string, { body, headers }: { body: string; headers: Record<string, string> }) =>
    respond(url, JSON.parse(body), headers),
  )
  stubUploads(respond)
  setDraftOwner({ owner: () => operator.get()?.operator_id ?? '', company: () => undefined })
  // The previous test left another operator.
  operator.set(null)
  history.replaceState(null, '', address)
  render(
    <AntdFrame>
      <AppRouter isLoaded={() => false}>
        <OperationsRoutes />
      </AppRouter>
    </AntdFrame>,
  )
  return {
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0, applyAccept: false }),
    /** Returns the requests of a call, with their idempotency keys and the tags of stored answers. */
    calls: (name: OperationName) => sent.filter(each => each.name === name),
  }
}
