/** The paths of all pages, for the pages themselves and for links that the server sends. The public documents come first. */
export const paths = {
  home: '/',
  download: '/download',
  scene: '/scene',
  cheats: '/cheats',
  help: '/help',
  details: '/details',
  product: '/product',
  /** Where the recipient of an address passport checks it. */
  verifyPassport: '/passport',
  /** Not a page of its own, because the server answers it with 404. */
  badRequest: '/error/400',
  serviceTerms: '/template/service.html',
  privateTerms: '/template/private.html',

  /** The address that sends people to their company's identity provider and receives them back. It needs no token. */
  signIn: '/enterprise',
  /** Pages of the app for a person who has logged in. */
  realname: (status: 'yes' | 'no') => `/realname/${status}`,
  test: '/test',
  personalDetails: '/personaldetails',
  buySuccess: '/pages/buySuccess/buySuccess',
  buyFailed: '/pages/buyFailed/buyFailed',
  /** Pages of the console; web/data/console-pages.ts states which duties include each. */
  control: '/control',
  company: '/control/company',
  deviceManage: '/control/deviceManage',
  departments: '/control/departmentgroup',
  employees: '/control/employeetime',
  addEmployee: '/control/addemployee',
  employeeDetails: '/control/employeedetails',
  activity: '/control/activity',
  manageLine: '/control/manageline',
  lineDetails: '/control/managelinedetails',
  authority: '/control/authoritymanagement',
  shops: '/control/shops',
  linePassport: '/control/linepassport',
  requests: '/control/requests',
  tickets: '/control/tickets',
  costs: '/control/costs',
  orderRecord: '/control/orderrecord',
  cashier: '/control/cashier',
  balance: '/control/balance',
  managePersonal: '/control/managepersonal',
  openInterfaces: '/control/openinterfaces',
  companySignIn: '/control/companysignin',
  directory: '/control/directory',
  buyHours: '/control/employeehouers',
  buyLines: '/control/buyvirtual',
  couponCenter: '/control/couponcenter',
  coupons: '/control/couponlist',
} as const

/** The address of an agreement, which may be on another site. */
export const termsAddress = ({ termsBase }: { termsBase: string }, which: 'service' | 'private') =>
  termsBase + (which === 'service' ? paths.serviceTerms : paths.privateTerms)

/** The home page with the login panel open, for a page that needs a login. */
export const loginPath = `${paths.home}?sign=1`

/** The panels of the login overlay. As with the tabs, `csssign` and `name` are part of the link. */
export const signs = {
  login: { sign: 'login', label: '登录' },
  register: { sign: 'register', label: '注册' },
} as const
/** The home page with one panel of the login overlay open. */
export const signPath = (panel: keyof typeof signs) =>
  `${paths.home}?sign=${panel}&csssign=${panel}&name=${encodeURIComponent(signs[panel].label)}`

export const articlePath = (kind: 'help' | 'guide', slug: string) =>
  `${kind === 'help' ? paths.help : paths.cheats}/${encodeURIComponent(slug)}`
export const articlesPath = (kind: 'help' | 'guide', category?: string) =>
  `${kind === 'help' ? paths.help : paths.cheats}${category ? `?category=${encodeURIComponent(category)}` : ''}`
/** The company's page with the request for a trial open. */
export const trialPath = `${paths.company}?trial`
/** The device list with one device's drawer open. */
export const devicePath = (id: string) => `${paths.deviceManage}?device=${encodeURIComponent(id)}`
/** The page with one request open. */
export const requestPath = (id: string) => `${paths.requests}?request=${encodeURIComponent(id)}`
/** The same through a signed link, as sent in a group's message. */
export const requestLinkPath = (link: string) => `${paths.requests}?link=${encodeURIComponent(link)}`
/** The page with one ticket open. */
export const ticketPath = (id: string) => `${paths.tickets}?ticket=${encodeURIComponent(id)}`
/** The orders page with a proposal open. */
export const proposalPath = (id: string) => `${paths.orderRecord}?tab=proposals&proposal=${encodeURIComponent(id)}`
interface TicketSubject {
  orderId?: string
  invoiceId?: string
  /** The month whose balance and statement the ticket is about. */
  month?: string
  /** The initial title. */
  subject?: string
}

/** The page with a new ticket begun, about the given subject, if any. */
export const newTicketPath = ({ orderId = '', invoiceId = '', month = '', subject = '' }: TicketSubject = {}) => {
  const about = { order: orderId, invoice: invoiceId, month, subject }
  const named = Object.entries(about).flatMap(([name, value]) => (value ? `&${name}=${encodeURIComponent(value)}` : []))
  return `${paths.tickets}?new=1${named.join('')}`
}
export const employeePath = (id: string) => `${paths.employeeDetails}?employee_id=${encodeURIComponent(id)}`
export const linePath = (svpId: string) => `${paths.lineDetails}?svp_id=${encodeURIComponent(svpId)}`
export const passportPath = (svpId: string) => `${paths.linePassport}?svp_id=${encodeURIComponent(svpId)}`
/** The line list filtered by region. */
export const linesAtPath = (regionId: string) => `${paths.manageLine}?region_id=${encodeURIComponent(regionId)}`
/** Line permissions with one group open. */
export const authorityPath = (groupId: string) => `${paths.authority}?group=${encodeURIComponent(groupId)}`
/** The departments with one of them open. */
export const departmentPath = (deptId: string) => `${paths.departments}?dept_id=${encodeURIComponent(deptId)}`
/** The page for adding people to this department. */
export const addToPath = (deptId: string) => `${paths.addEmployee}?dept_id=${encodeURIComponent(deptId)}`
/** One person's page with the dialog that assigns days, and the list with the same dialog for everyone on it. */
export const assignPath = (employeeId: string) => `${employeePath(employeeId)}&ask=assign`
export const extendAllPath = `${paths.employees}?state=active&ask=extend`
/** The buy page, set to renew these lines, or all in a state. */
export const renewPath = (svpIds: readonly string[]) => `${paths.buyLines}?renew=${svpIds.join(',')}`
export const renewAllPath = (state: 'expiring' | 'expired') => `${paths.buyLines}?renew=${state}`
/** The order list with one order's drawer open. */
export const orderPath = (orderId: string) => `${paths.orderRecord}?order_id=${encodeURIComponent(orderId)}`
/** The order list, searched by a number. */
export const ordersFoundPath = (number: string) => `${paths.orderRecord}?keyword=${encodeURIComponent(number)}`
export const cashierPath = (orderId: string) => `${paths.cashier}?order_id=${encodeURIComponent(orderId)}`
/** The page that shows an order's outcome according to the server. */
export const orderResultPath = (orderId: string) => `${paths.buySuccess}?order_id=${encodeURIComponent(orderId)}`
export const orderFailurePath = (orderId: string) => `${paths.buyFailed}?order_id=${encodeURIComponent(orderId)}`
/** The link of an invitation SMS. It needs no token, because the link itself is the proof. */
export const invitationRoute = '/invitation/:token'

/** The header's tabs. `csssign` marks the tab, and `name` is its label. */
export const tabs = [
  { sign: 'header', label: '首页', path: paths.home },
  { sign: 'download', label: '产品下载', path: paths.download },
  { sign: 'scene', label: '应用场景', path: paths.scene },
  { sign: 'cheats', label: '出海攻略', path: paths.cheats },
  { sign: 'help', label: '帮助中心', path: paths.help },
] as const
export const controlTab = { sign: 'control', label: '控制台', path: paths.control } as const

export const tabAddress = ({ sign, label, path }: { sign: string; label: string; path: string }) =>
  `${path}?csssign=${sign}&name=${encodeURIComponent(label)}`
