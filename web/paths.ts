/** Every address of the portal's pages; the public documents first. */
export const paths = {
  home: '/',
  download: '/download',
  scene: '/scene',
  cheats: '/cheats',
  help: '/help',
  details: '/details',
  product: '/product',
  /** Not a page of its own: it answers as not found. */
  badRequest: '/error/400',
  serviceTerms: '/template/service.html',
  privateTerms: '/template/private.html',

  /** Pages of the app: a token is needed. */
  realname: (status: 'yes' | 'no') => `/realname/${status}`,
  test: '/test',
  personalDetails: '/personaldetails',
  buySuccess: '/pages/buySuccess/buySuccess',
  buyFailed: '/pages/buyFailed/buyFailed',
  /** The console: managers only. */
  control: '/control',
  company: '/control/company',
  deviceManage: '/control/deviceManage',
  departments: '/control/departmentgroup',
  employees: '/control/employeetime',
  addEmployee: '/control/addemployee',
  employeeDetails: '/control/employeedetails',
  manageLine: '/control/manageline',
  lineDetails: '/control/managelinedetails',
  authority: '/control/authoritymanagement',
  orderRecord: '/control/orderrecord',
  cashier: '/control/cashier',
  managePersonal: '/control/managepersonal',
  buyHours: '/control/employeehouers',
  buyLines: '/control/buyvirtual',
  couponCenter: '/control/couponcenter',
  coupons: '/control/couponlist',
} as const

/** Home with the login panel open. */
export const loginPath = `${paths.home}?sign=1`

export const articlePath = (kind: 'help' | 'guide', slug: string) =>
  `${kind === 'help' ? paths.help : paths.cheats}/${encodeURIComponent(slug)}`
export const articlesPath = (kind: 'help' | 'guide', category?: string) =>
  `${kind === 'help' ? paths.help : paths.cheats}${category ? `?category=${encodeURIComponent(category)}` : ''}`
/** One device's drawer beside the list. */
export const devicePath = (id: string) => `${paths.deviceManage}?device=${encodeURIComponent(id)}`
export const employeePath = (id: string) => `${paths.employeeDetails}?employee_id=${encodeURIComponent(id)}`
export const linePath = (svpId: string) => `${paths.lineDetails}?svp_id=${encodeURIComponent(svpId)}`
/** The list of lines, of one region. */
export const linesAtPath = (regionId: string) => `${paths.manageLine}?region_id=${encodeURIComponent(regionId)}`
/** Line permissions, with one group open. */
export const authorityPath = (groupId: string) => `${paths.authority}?group=${encodeURIComponent(groupId)}`
/** The buy page, to renew these lines. */
export const renewPath = (svpIds: readonly string[]) => `${paths.buyLines}?renew=${svpIds.join(',')}`
/** One order's drawer beside the list. */
export const orderPath = (orderId: string) => `${paths.orderRecord}?order_id=${encodeURIComponent(orderId)}`
export const cashierPath = (orderId: string) => `${paths.cashier}?order_id=${encodeURIComponent(orderId)}`
/** A buy page with a choice made: codes and numbers, as its address keeps them. */
export const buyPath = (
  page: typeof paths.buyHours | typeof paths.buyLines,
  choice: Record<string, string | number | null>,
) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(choice)) if (value !== null) query.set(name, String(value))
  return query.size ? `${page}?${query}` : page
}
/** What became of an order, by the server's word. */
export const orderResultPath = (orderId: string) => `${paths.buySuccess}?order_id=${encodeURIComponent(orderId)}`
/** Where an invitation by SMS leads; whoever has the link needs no token. */
export const invitationRoute = '/invitation/:token'

/** The header's tabs: `csssign` marks the tab, `name` is its label. */
export const tabs = [
  { sign: 'header', label: '首页', path: paths.home },
  { sign: 'download', label: '产品下载', path: paths.download },
  { sign: 'scene', label: '应用场景', path: paths.scene },
  { sign: 'cheats', label: '出海攻略', path: paths.cheats },
  { sign: 'help', label: '帮助中心', path: paths.help },
] as const
export const controlTab = { sign: 'control', label: '控制台', path: '/control' } as const

export const tabAddress = ({ sign, label, path }: { sign: string; label: string; path: string }) =>
  `${path}?csssign=${sign}&name=${encodeURIComponent(label)}`
