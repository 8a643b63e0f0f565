import { act, cleanup, waitFor } from '@testing-library/react'
import { matchPath } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OperationName, operations } from '#contract/operations/index.ts'
import { mayCall, type OperatorRole } from '#contract/operations/operator-names.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { newId } from '#web/testing/answers.ts'
import { type OfficeAnswers, openOffice } from '#web/testing/open-office.tsx'
import { maySee, menu } from './menu/menu.ts'

/** With one of each, every object has its first state; these have states with further buttons. */
const stocked: OfficeAnswers = {
  getApprovalList: {
    list: (['waiting', 'confirmed'] as const).map(state => ({ state, half: false, own: false })),
    total: 2,
  },
  getRefundList: { list: [{ state: 'done', approval: null, credit_number: '红字 1' }], total: 1 },
}

beforeEach(() => {
  // A wide screen, which shows every column of a list.
  const real = window.matchMedia.bind(window)
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('2200px') ? Object.defineProperty(real(query), 'matches', { value: true }) : real(query),
  )
  // Opened or saved files would lead away from the page.
  vi.spyOn(window, 'open').mockReturnValue(null)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  // Used by the editor, and missing in happy-dom.
  document.execCommand = () => true
})
afterEach(() => void vi.restoreAllMocks())

const pause = (milliseconds: number) =>
  act(async () => void (await new Promise(resolve => setTimeout(resolve, milliseconds))))
const hrefs = (links: string) =>
  [...document.querySelectorAll(links)].map(link => link.getAttribute('href')?.split('#')[0] ?? '')

/** The page at an address, as the routes choose it. */
const pageAt = (address: string) => menu.find(({ path }) => matchPath(path, address.split('?')[0] ?? ''))

const leading = () => hrefs(':is(#main, [role=dialog]) a[href^="/operations/"]')
const isAstray = (href: string, role: OperatorRole) => {
  const page = pageAt(href)
  return !page || !maySee(page, [role])
}

/** The offers of a dialog or menu come before the page below; a dialog stays open until its content is loaded. */
const buttons = ['[role=dialog] button:not(.ant-modal-close, .ant-drawer-close)', '[role=menuitem]', '#main button']
  .map(place => `${place}:not(:disabled)`)
  .join()

/** Clicks each button of a name once, because re-rendered ones would be clicked forever. */
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

/** Reports whether an operation is closed to a role; operations without roles admit every operator. */
const isClosed = (name: OperationName, role: OperatorRole) => {
  const { access, effect } = operations[name]
  return typeof access !== 'string' && !mayCall([role], { access, effect })
}

/** Opens a page with one of each object, and returns its calls, its links and its tabs. */
async function visit(address: string, role: OperatorRole) {
  const requested = new Set<OperationName>()
  const answers = Object.fromEntries(
    keysOf(operations).map(name => [
      name,
      () => {
        requested.add(name)
        return stocked[name]
      },
    ]),
  )
  const self = { operator_id: newId(), display_name: '周敏', roles: [role], waiting: {} }
  openOffice(address, [role], { ...answers, getSelf: self } as OfficeAnswers, { full: true })
  await waitFor(() => expect(document.querySelector('#main :is(h1, h2)'), address).not.toBeNull(), { timeout: 10_000 })
  await pause(60)
  const tabs = hrefs('.page-tabs a').filter(tab => tab.includes('?'))
  const links = leading()
  // The offers to others depend on the server's data about each record.
  if (role === 'auditor') await clickEverything()
  links.push(...leading())
  cleanup()
  return { requested: [...requested], links: [...new Set(links)], tabs }
}
type Visited = Awaited<ReturnType<typeof visit>>

const wrongFor = ({ requested, links }: Visited, role: OperatorRole) => [
  ...links.filter(href => isAstray(href, role)),
  ...requested.filter(name => isClosed(name, role)),
]

const addresses = menu.map(({ path }) => path.replace(/:\w+/g, () => newId()))
const named = (address: string) => `${pageAt(address)?.key} ${address.split('?')[1] ?? ''}`

test('no page of the auditor makes a call that is refused, or leads to a page that is closed, whatever is clicked', {
  timeout: 600_000,
}, async () => {
  const wrong: Record<string, string[]> = {}
  const left = addresses.filter(address => maySee(pageAt(address) as (typeof menu)[number], ['auditor']))
  for (let address = left.shift(); address; address = left.shift()) {
    const visited = await visit(address, 'auditor')
    const found = wrongFor(visited, 'auditor')
    if (found.length > 0) wrong[named(address)] = found
    if (!address.includes('?')) left.push(...visited.tabs)
  }
  expect(wrong).toEqual({})
})

/**
 * A role sees no more of a page than the owner does, so the page is only opened as the role if the owner's page makes a call or has
 * a link that is closed to the role.
 */
test('no page makes a call that is refused to its role, or leads to a page that is closed to it', {
  timeout: 600_000,
}, async () => {
  const wrong: Record<string, string[]> = {}
  let opened = 0
  for (const address of addresses) {
    const whole = await visit(address, 'owner')
    const tabs = new Map<string, Visited>()
    for (const tab of whole.tabs) tabs.set(tab, await visit(tab, 'owner'))
    for (const role of ['support', 'finance', 'content', 'network'] as const) {
      const mayDiffer = [whole, ...tabs.values()].some(each => wrongFor(each, role).length > 0)
      if (!mayDiffer || !maySee(pageAt(address) as (typeof menu)[number], [role])) continue
      const own = await visit(address, role)
      opened += 1
      const views = [[address, own] as const]
      for (const tab of own.tabs)
        if (wrongFor(tabs.get(tab) ?? own, role).length > 0) views.push([tab, await visit(tab, role)])
      for (const [where, view] of views) {
        const found = wrongFor(view, role)
        if (found.length > 0) wrong[`${role}: ${named(where)}`] = found
      }
    }
  }
  expect(wrong).toEqual({})
  expect(opened).toBeGreaterThan(10)
})
