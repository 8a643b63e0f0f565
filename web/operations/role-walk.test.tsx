import { act, cleanup, waitFor } from '@testing-library/react'
import { matchPath } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OperationName, operations } from '#contract/operations/index.ts'
import { mayCall, type OperatorRole } from '#contract/operations/operator-names.ts'
import { newId } from '#web/testing/answers.ts'
import { type OfficeAnswers, openOffice } from '#web/testing/open-office.tsx'
import { maySee, menu } from './menu/menu.ts'

/** One of each thing has the first state that there is; these have more than one kind of button. */
const stocked: OfficeAnswers = {
  getApprovalList: {
    list: (['waiting', 'confirmed'] as const).map(state => ({ state, half: false, own: false })),
    total: 2,
  },
  getRefundList: { list: [{ state: 'done', approval: null, credit_number: '红字 1' }], total: 1 },
}

beforeEach(() => {
  // A wide screen shows every column of a list.
  const real = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation(query =>
    query.includes('2200px')
      ? Object.defineProperty(real.call(window, query), 'matches', { value: true })
      : real.call(window, query),
  )
  // What is opened or saved would lead away from the page.
  vi.spyOn(window, 'open').mockReturnValue(null)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  // The editor's own, which happy-dom has not.
  document.execCommand = () => true
})
afterEach(() => void vi.restoreAllMocks())

const pause = (milliseconds: number) =>
  act(async () => void (await new Promise(resolve => setTimeout(resolve, milliseconds))))
const hrefs = (links: string) =>
  [...document.querySelectorAll(links)].map(link => link.getAttribute('href')?.split('#')[0] ?? '')

/** The page that an address leads to, as the routes choose it. */
const pageAt = (address: string) => menu.find(({ path }) => matchPath(path, address.split('?')[0] ?? ''))

const astray = (role: OperatorRole) =>
  hrefs(':is(#main, [role=dialog]) a[href^="/operations/"]').filter(href => {
    const page = pageAt(href)
    return !page || !maySee(page, [role])
  })

/** What a dialog or a menu offers comes before what lies below it; a dialog is left open until it has all that it shows. */
const buttons = ['[role=dialog] button:not(.ant-modal-close, .ant-drawer-close)', '[role=menuitem]', '#main button']
  .map(place => `${place}:not(:disabled)`)
  .join()

/** Each button of a name once, because what is drawn anew would be clicked for ever. */
async function clickEverything() {
  const clicked = new Set<string>()
  const nextOne = () => [...document.querySelectorAll<HTMLElement>(buttons)].find(each => !clicked.has(nameOf(each)))
  for (let next = nextOne(); next; next = nextOne()) {
    const button = next
    clicked.add(nameOf(button))
    await act(async () => void button.click())
    await pause(5)
  }
}
const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent ?? ''

/** Opens a page on which there is one of each thing, and returns what is wrong with it, and the tabs that it has. */
async function visit(address: string, role: OperatorRole) {
  const refused = new Set<OperationName>()
  const answers = Object.fromEntries(
    Object.entries(operations).map(([name, { access, effect }]) => [
      name,
      () => {
        // The others admit everybody who works here.
        if (typeof access !== 'string' && !mayCall([role], { access, effect })) refused.add(name as OperationName)
        return stocked[name as OperationName]
      },
    ]),
  )
  const self = { operator_id: newId(), display_name: '周敏', roles: [role], waiting: {} }
  openOffice(address, [role], { ...answers, getSelf: self } as OfficeAnswers, { full: true })
  await waitFor(() => expect(document.querySelector('#main :is(h1, h2)'), address).not.toBeNull(), { timeout: 10_000 })
  await pause(60)
  const [tabs, wrong] = [hrefs('.page-tabs a'), astray(role)]
  // What others are offered depends on what the server says of each record.
  if (role === 'auditor') await clickEverything()
  wrong.push(...astray(role), ...refused)
  cleanup()
  return { wrong: [...new Set(wrong)], tabs }
}

test.each(['support', 'finance', 'content', 'network', 'auditor'] as const)(
  'no page that is open to %s makes a call that is refused, or leads to a page that is closed',
  { timeout: 180_000 },
  async role => {
    const wrong: Record<string, string[]> = {}
    const addresses = menu
      .filter(entry => maySee(entry, [role]))
      .map(({ path }) => path.replace(/:\w+/g, () => newId()))
    for (let address = addresses.shift(); address; address = addresses.shift()) {
      const found = await visit(address, role)
      const [, query = ''] = address.split('?')
      if (found.wrong.length > 0) wrong[`${pageAt(address)?.key} ${query}`] = found.wrong
      if (!query) addresses.push(...found.tabs.filter(tab => tab.includes('?')))
    }
    expect(wrong).toEqual({})
  },
)
