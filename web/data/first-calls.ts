import type { CallName, InputOf } from '#contract/index.ts'

/** A call and the input with which a page makes it first, exactly as the page writes it. */
export type FirstCall = { [Name in CallName]: readonly [name: Name, input: InputOf<Name>] }[CallName]

const list = { page: 1, page_size: 20 }

/** The calls of the console's frame, on every page. */
export const frameCalls: readonly FirstCall[] = [
  ['wGetUserInfo', {}],
  ['getNoticeList', { unread_only: true, page_size: 1 }],
  ['getAnnouncementList', { place: 'console' }],
]

/** The calls that the console's pages make when their address has no further parameters, by the name of their path. */
export const firstCalls = {
  company: [
    ['getCompanyInfo', {}],
    ['getCompanyData', {}],
    ['getCompanyUserList', { state: 'active', service: 'in_service', order: 'service_end', page: 1, page_size: 100 }],
    ['getVplMap', {}],
    ['getTrial', {}],
    ['getTerminalApproval', {}],
    ['getClosingRequest', {}],
  ],
  departments: [
    ['getDeptListByCompanyId', {}],
    ['getCompanyUserList', list],
  ],
  employees: [
    ['getCompanyUserList', list],
    ['getDeptListByCompanyId', {}],
    ['getServiceBalance', {}],
  ],
  deviceManage: [['getDeviceList', list]],
  requests: [['getRequestList', { state: 'open', ...list }]],
  tickets: [['getTicketList', list]],
  openInterfaces: [
    ['getApiTokenList', {}],
    ['getWebhookList', {}],
    ['getCompanyRobotList', {}],
    ['getLogStream', {}],
  ],
  directory: [['getDirectory', {}]],
  companySignIn: [['getCompanySignIn', {}]],
  activity: [['getCompanyActivity', list]],
  manageLine: [
    ['getCompanyVplList', list],
    ['getVplMap', {}],
  ],
  authority: [['getVplGroupList', {}]],
  shops: [
    ['getShopList', list],
    ['getConnectionSettings', {}],
    ['getChainHead', {}],
  ],
  buyHours: [
    ['getOffers', { product: 'hours' }],
    ['getServiceBalance', {}],
  ],
  buyLines: [['getOffers', { product: 'line' }]],
  orderRecord: [['getOrderList', list]],
  costs: [
    ['getCostOverview', {}],
    ['getIdle', {}],
  ],
  balance: [
    ['getBalanceLedger', list],
    ['getBalance', {}],
  ],
  couponCenter: [
    ['getUserCouponTypeList', {}],
    ['getOffers', {}],
  ],
  coupons: [
    ['getUserCouponList', { state: 'unused', ...list }],
    ['getOffers', {}],
  ],
  managePersonal: [
    ['getMemberships', {}],
    ['getMyService', {}],
    ['getVerification', {}],
    ['getOwnSignIn', {}],
    ['getPasskeyList', {}],
    ['getSessionList', {}],
    ['getConsents', {}],
  ],
} as const satisfies Record<string, readonly FirstCall[]>
