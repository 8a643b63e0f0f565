import { cleanup, configure, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { type CallName, contract, type InputOf, type OutputOf } from '#contract/index.ts'
import { AppRouter } from '#web/app-router.tsx'
import { isPageLoaded } from '#web/console/menu.tsx'
import { setDraftOwner } from '#web/data/draft.ts'
import { forgetAnswers } from '#web/data/remembered.ts'
import { session } from '#web/data/session.ts'
import { store, withoutAccount } from '#web/data/store.ts'
import { readMenu } from '#web/data/stored-tabs.ts'
import { AppRoutes } from '#web/routes.tsx'
import { toast } from '#web/ui/toast.ts'
import { answerOf, newId, type Partly } from './answers.ts'
import { endCalls, failAtTestEnd } from './fail-at-test-end.ts'
import { stubUploads } from './uploads.ts'

// A long timeout, so that a busy machine fails no test. Hidden elements are found as well, because visibility would have to be
// computed from styles.
configure({ asyncUtilTimeout: 20_000, defaultHidden: true })

export class Refusal {
  readonly body: { code: number; msg: string; data: unknown }
  constructor(code: number, msg: string, data: unknown) {
    this.body = { code, msg, data }
  }
}
/** A refusal by the server. */
export const refuse = (code: number, msg: string, data: unknown = null) => new Refusal(code, msg, data)
/** The connection breaks before the answer. */
export const lost = Symbol('lost')

type Answer<Name extends CallName> = Partly<OutputOf<Name>> | Refusal | typeof lost
/** The server's answers. A call that is not named is answered with the least that the contract allows. */
export type Answers = {
  [Name in CallName]?: Answer<Name> | ((input: InputOf<Name>) => Answer<Name> | Promise<Answer<Name>>)
}

/** The same person throughout, who may become a manager or cease to be one while a page is open. */
const ownId = newId()

export const manager = {
  wGetUserInfo: {
    user_status: 1,
    user_info: {
      account_id: ownId,
      phone: '13800000001',
      display_name: '林海舟',
      is_company_manager: 1,
      company_name: '深圳市蓝帆有限公司',
      toured: true,
    },
  },
} satisfies Answers
export const employee: Answers = {
  wGetUserInfo: {
    user_status: 1,
    user_info: {
      account_id: ownId,
      phone: '13800000002',
      display_name: '陈雨桐',
      is_company_manager: 0,
      company_name: '深圳市蓝帆有限公司',
    },
  },
}

const names = new Map(Object.entries(contract).map(([name, { path }]) => [`/api${path}`, name as CallName]))

/**
 * Opens a page of the account or the console at its address, with the test's answers; the server's clock is ahead by `clock`
 * milliseconds. `manages` is the stored role.
 */
export function openPage(
  address: string,
  values: Answers = {},
  { clock = 0, manages = values.wGetUserInfo !== employee.wGetUserInfo } = {},
) {
  const answers: Answers = { ...manager, ...values }
  const sent: { name: CallName; input: unknown; key: string | undefined }[] = []

  const respond = failAtTestEnd(async (url: string, input: Record<string, unknown>, key?: string) => {
    const name = names.get(url)
    if (!name) throw new Error(`no call is at ${url}`)
    const { sid: _sid, instance_id: _instance, ...rest } = input
    sent.push({ name, input: rest, key })
    // The cast is needed because the compiler cannot see that each answer belongs to its name.
    const answer = answers[name] as unknown
    const data = ofOwn(name, typeof answer === 'function' ? await answer(rest) : answer)
    if (data === lost) throw new TypeError('Failed to fetch')
    if (data instanceof Refusal) return Response.json(data.body)
    return Response.json(
      { code: 200, msg: '成功', data: valid(() => answerOf(contract[name].output, data)) },
      { headers: { date: new Date(Date.now() + clock).toUTCString() } },
    )
  })
  vi.stubGlobal('fetch', (url: string, { body, headers }: { body: string; headers: Record<string, string> }) =>
    respond(url, JSON.parse(body), headers['idempotency-key']),
  )
  stubUploads(respond)
  // A test of the back office may have run before.
  setDraftOwner()
  localStorage.setItem('token', 'x'.repeat(43))
  session.setManager(manages ? 1 : 0)
  session.restore()
  history.replaceState(null, '', address)
  render(
    <AppRouter isLoaded={isPageLoaded}>
      <AppRoutes />
    </AppRouter>,
  )
  return {
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0, applyAccept: false }),
    /** Can be changed while the page is open. */
    answers,
    /** Returns the inputs of a call, in order. */
    calls: <Name extends CallName>(name: Name) =>
      sent.filter(each => each.name === name).map(({ input }) => input as InputOf<Name>),
    /** Returns the idempotency keys of a call, in order. */
    keys: (name: CallName) => sent.filter(each => each.name === name).map(({ key }) => key),
  }
}

/** A generated id would be another account's, whose profile the page would reject. */
function ofOwn<Data>(name: CallName, data: Data): Data {
  if (name !== 'wGetUserInfo' || typeof data !== 'object' || data === null || !('user_info' in data)) return data
  return { ...data, user_info: { account_id: ownId, ...(data.user_info as object) } }
}

/** The page would take an error here for a broken connection. */
function valid<Value>(make: () => Value): Value {
  try {
    return make()
  } catch (error) {
    faults.push(error)
    throw error
  }
}

let faults: unknown[] = []

/** Runs before each test (web/testing/setup.ts). */
export function prepare(): void {
  faults = []
  forgetAnswers()
  document.head.innerHTML = '<script type="application/json" id="portal">{"passphrase":"haiyilian-portal"}</script>'
  // Browser interfaces that the portal uses and the test's browser lacks.
  HTMLElement.prototype.showPopover ??= () => {}
  if (Object.hasOwn(document, 'querySelectorAll')) return
  const select = document.querySelectorAll.bind(document)
  // No spy, which would keep all that was ever found.
  document.querySelectorAll = (query: string) => select(query === 'dialog:modal' ? 'dialog[open]' : query)
}

/** Runs after each test. */
export function tidy(): void {
  cleanup()
  endCalls()
  toast.close()
  // A dialog whose page unmounts while it opens stays in the document, as do elements that a test has added: the next test would
  // find them.
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  store.set({ ...withoutAccount, menu: readMenu() })
  vi.unstubAllGlobals()
  expect(faults).toEqual([])
}

/** In tests, antd gives the titles of all dialogs the same id, so a dialog above another is not found by its name. */
export async function dialogAbove(title: string) {
  const heading = await screen.findByText(title)
  return within(heading.closest<HTMLElement>('[role="dialog"]') ?? heading)
}

/** Waits until a button is enabled or disabled. */
export const expectEnabled = (button: HTMLElement, enabled = true) =>
  expect.poll(() => 'disabled' in button && button.disabled).toBe(!enabled)
