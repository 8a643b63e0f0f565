import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isOpenTo } from '#contract/duty-calls.ts'
import { type Duty, dutyNames, dutyRefusal, dutyScopes } from '#contract/duty-names.ts'
import { type CallName, contract } from '#contract/index.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { calls as routes } from '#web/data/calls.generated.ts'
import { consolePages, isReached, reaches } from '#web/data/console-pages.ts'
import { session } from '#web/data/session.ts'
import { newId } from '#web/testing/answers.ts'
import { userInfo } from '#web/testing/browser.ts'
import { type Answers, openPage } from '#web/testing/open-page.tsx'

const [employee_id, svp_id, group_id, order_id, device_id] = [newId(), newId(), newId(), newId(), newId()]
const line = {
  svp_id,
  name: '东京一号',
  state: 'active',
  ends_at: '2030-01-01T00:00:00.000Z',
  address: '203.0.113.7',
  groups: [{ group_id, name: '日本店铺' }],
  order_id,
  order_number: '202611230000000001',
} as const
const order = {
  order_id,
  order_number: '202611230000000001',
  state: 'pending',
  operas: ['pay', 'cancel'],
  payable: 100,
} as const
const employee = { employee_id, name: '陈雨桐', phone: '13800000009', state: 'active', role: 'employee' } as const
const device = { device_id, name: '办公电脑', audit_state: 'pending', auth_state: 'authorized' } as const
const one = <Row,>(row: Row) => ({ list: [row], total: 1 })

/** One of each kind of object for which pages have buttons. */
const stocked: Answers = {
  getCompanyUserList: one(employee),
  getCompanyUserDetail: { employee },
  getDeptListByCompanyId: { list: [{ dept_id: newId(), name: '运营部', parent_id: null }] },
  getDeviceList: one(device),
  getDeviceDetail: { device },
  getEmployeeVplList: one({ svp_id, name: '东京一号' }),
  getRequestList: one({ request_id: newId(), employee_id, name: '陈雨桐', state: 'open', kind: 'days', days: 30 }),
  getTemplateList: { list: [{ template_id: newId(), name: '运营新人' }] },
  reclaimService: { reclaimed_days: 3, employees: 1, balance: 9 },
  setCompanyUserService: { employees: 1, cost_days: 30, balance: -1 },
  getCompanyActivity: one({ activity_id: newId(), action: 'employee.disabled', undoable: true }),
  getCompanyVplList: one(line),
  getCompanyVplDetail: line,
  getVplUserList: one({ employee_id, name: '陈雨桐' }),
  getVplGroupList: { list: [{ group_id, name: '日本店铺' }] },
  getVplGroupDetail: { group_id, name: '日本店铺' },
  getShopList: one({ shop_id: newId(), name: '一号店' }),
  getLinePassport: { line },
  getOrderList: one(order),
  getOrderDetailByOrderId: order,
  getInvoiceList: one({ invoice_id: newId(), title: '深圳蓝帆', state: 'asked' }),
  getInvoiceableOrderList: one({ order_id }),
  getBalanceLedger: one({ entry_id: newId() }),
  getStatementList: { list: [{ month: '2026-10' }] },
  getIdle: {
    seats: [{ employee_id, name: '陈雨桐', days: 3 }],
    balance: { days: 9, each: 1, ending: [{ employee_id }] },
    lines: [{ svp_id, name: '东京一号', auto_renew: true }],
  },
  getCompanyData: {
    todo: [
      { kind: 'service_ending', text: '2 人即将到期', link: '/control/employeetime?service=ends_soon' },
      { kind: 'line_expiring', text: '1 条专线即将到期', link: '/control/manageline?state=expiring' },
    ],
  },
}

const queries: Partial<Record<(typeof consolePages)[number]['id'], string[]>> = {
  11: ['', '?tab=ledger', '?tab=templates'],
  13: [`?employee_id=${employee_id}`],
  14: [`?device=${device_id}`],
  16: [`?svp_id=${svp_id}`],
  24: [`?order_id=${order_id}`, '?tab=proposals', '?tab=invoices', '?tab=invoices&view=orders'],
  25: [`?order_id=${order_id}`],
  28: [`?svp_id=${svp_id}`],
  51: [`?order_id=${order_id}`],
  50: ['', '?tab=statements'],
}

/** Each duty for the whole company and for departments, as far as its scope allows. */
const combinations = keysOf(dutyNames).flatMap(duty =>
  [false, true]
    .filter(limited => dutyScopes[duty] === 'either' || limited === (dutyScopes[duty] === 'departments'))
    .map(limited => [duty, limited] as const),
)
const walks = combinations.flatMap(([duty, limited]) =>
  consolePages
    .filter(page => page.id !== 3 && isReached(page, duty, limited))
    .flatMap(({ id, path }) =>
      (queries[id] ?? ['']).map(
        query => [duty, limited ? 'some departments' : 'the company', `${path}${query}`] as const,
      ),
    ),
)

/** What a successful act offers comes first, and an open dialog comes before the page below it. */
const places = [
  '.toast-action',
  '.ant-modal-footer .ant-btn-primary',
  '#main button',
  '.ant-drawer-footer button',
  '[role=menuitem]',
].map(place => `${place}:not(:disabled):not([data-walked])`)

/** The links to pages outside the duty. */
const astray = (duty: Duty, limited: boolean) =>
  [...document.querySelectorAll(':is(#main, [role=dialog]) a[href^="/control"]')]
    .filter(link => !reaches(link.getAttribute('href') ?? '', duty, limited))
    .map(link => `${link.textContent} ${link.getAttribute('href')}`)

/** A dialog's preview arrives shortly after the dialog. */
async function previewed() {
  const busy = () => document.querySelector('[role=dialog] .quote[aria-busy=true]')
  if (busy()) await waitFor(() => expect(busy()).toBeNull())
}

/** The offers of the page itself: the bar and the menus are the same for everyone. */
function nextOffered(): HTMLElement | undefined {
  for (const place of places) {
    const found = document.querySelector<HTMLElement>(place)
    if (found) return found
  }
}

test.for(walks)(
  '%s of %s sees no button on %s that leads to a refused call',
  { timeout: 60_000 },
  async ([duty, reach, address]) => {
    const limited = reach === 'some departments'
    localStorage.setItem('token', 'x'.repeat(43))
    const duty_departments = limited ? ['运营部'] : null
    session.setUserInfo({ ...userInfo, duty, duty_departments })
    const made: string[] = []
    // Every call is answered, and calls outside the duty are recorded.
    const answers = Object.fromEntries(
      Object.keys(contract).map(name => [
        name,
        () => {
          const call = name as CallName
          if (routes[call].access === 'manager' && !isOpenTo(duty, call, limited)) made.push(call)
          // An act that can be undone has an entry's id in its answer, as from the server.
          return Object.assign('undo' in contract[call] ? { activity_id: newId() } : {}, stocked[call])
        },
      ]),
    )
    openPage(address, {
      ...answers,
      wGetUserInfo: {
        user_status: 1,
        user_info: { is_company_manager: 1, duty, duty_departments, phone: '13800000001' },
      },
    } as Answers)
    await waitFor(() => expect(document.querySelector('#main h1, #main h2')).not.toBeNull())
    await act(async () => void (await new Promise(resolve => setTimeout(resolve, 60))))
    expect(astray(duty, limited)).toEqual([])
    const clicked: string[] = []
    for (let next = nextOffered(); next && clicked.length < 60; next = nextOffered()) {
      next.setAttribute('data-walked', '')
      const name = next.getAttribute('aria-label') ?? next.textContent ?? ''
      clicked.push(name)
      await act(async () => {
        next?.click()
        await new Promise(resolve => setTimeout(resolve, 5))
      })
      await previewed()
      expect({ after: name, astray: astray(duty, limited) }).toEqual({ after: name, astray: [] })
      expect({ after: name, made }).toEqual({ after: name, made: [] })
      expect({ after: name, told: document.body.textContent?.includes(dutyRefusal) }).toEqual({
        after: name,
        told: false,
      })
    }
  },
)
