import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import {
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operations,
} from '#contract/operations/index.ts'
import { AppRouter } from '#web/app-router.tsx'
import { operator } from '#web/operations/operator.ts'
import { OperationsRoutes } from '#web/operations/routes.tsx'
import { AntdFrame } from '#web/ui/antd-frame.tsx'
import { answerOf, newId, type Partly } from './answers.ts'
import { failAtTestEnd } from './fail-at-test-end.ts'
import { lost, refuse } from './open-page.tsx'

type Answer<Name extends OperationName> = Partly<OperationOutput<Name>> | ReturnType<typeof refuse> | typeof lost
/** The server's answers. A call that is not named is answered with the least that the contract allows. */
export type OperationAnswers = {
  [Name in OperationName]?: Answer<Name> | ((input: OperationInput<Name>) => Answer<Name> | Promise<Answer<Name>>)
}

const Refusal = refuse(0, '').constructor
const names = new Map(Object.entries(operations).map(([name, { path }]) => [path as string, name as OperationName]))

/** Opens a page of the back office as an owner, with the test's answers. */
export function openOperationsPage(address: string, values: OperationAnswers = {}) {
  const self = { operator_id: newId(), display_name: '周敏', roles: ['owner' as const], waiting: {} }
  const answers: OperationAnswers = { getSelf: self, ...values }
  const sent: { name: OperationName; input: unknown }[] = []
  const respond = failAtTestEnd(async (url: string, { body }: { body: string }) => {
    const name = names.get(url.replace('/api/operations', ''))
    if (!name) throw new Error(`no operation is at ${url}`)
    const input = JSON.parse(body)
    sent.push({ name, input })
    // The cast is needed because the compiler cannot see that each answer belongs to its name.
    const answer = answers[name] as unknown
    const data = typeof answer === 'function' ? await answer(input) : answer
    if (data === lost) throw new TypeError('Failed to fetch')
    if (data instanceof Refusal) return Response.json((data as ReturnType<typeof refuse>).body)
    const made = answerOf(operations[name].output, data as never)
    const { success = '成功' } = operations[name] as { success?: string }
    return Response.json({ code: 200, msg: success, data: made })
  })
  vi.stubGlobal('fetch', respond)
  operator.set(undefined as never)
  history.replaceState(null, '', address)
  render(
    <AntdFrame>
      <AppRouter isLoaded={() => false}>
        <OperationsRoutes />
      </AppRouter>
    </AntdFrame>,
  )
  return {
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    /** Can be changed while the page is open. */
    answers,
    /** Returns the inputs of an operation's calls, in order. */
    calls: <Name extends OperationName>(name: Name) =>
      sent.filter(each => each.name === name).map(({ input }) => input as OperationInput<Name>),
  }
}
