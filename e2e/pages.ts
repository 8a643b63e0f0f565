import { demo } from './people.ts'

/** The pages that anybody opens, by an address that has something to show. */
export const publicPages = [
  '/',
  '/download',
  '/scene',
  '/cheats',
  '/help',
  '/help/no-sms',
  '/details',
  '/product',
  '/promotion/HYL666',
  '/template/private.html',
  '/nothing',
]

/** The pages for accounts that are logged in, each with somebody who may open it. */
export const accountPages = [
  { path: '/personaldetails', phone: demo.employee },
  { path: '/realname/yes', phone: demo.unverified },
  { path: '/realname/no', phone: demo.rejected },
  { path: '/test', phone: demo.employee },
  { path: '/pages/buySuccess/buySuccess', phone: demo.employee },
]

/** The pages of the console, for its manager. */
export const consolePages = [
  '/control/company',
  '/control/deviceManage',
  '/control/departmentgroup',
  '/control/employeetime',
  '/control/employeetime?tab=ledger',
  '/control/employeedetails',
  '/control/addemployee',
  '/control/addemployee?way=import',
  '/control/manageline',
  '/control/managelinedetails',
  '/control/authoritymanagement',
  '/control/employeehouers',
  '/control/buyvirtual',
  '/control/orderrecord',
  '/control/orderrecord?tab=invoices',
  '/control/orderrecord?tab=invoices&view=orders',
  '/control/couponcenter',
  '/control/couponlist',
  '/control/managepersonal',
  '/control/nothing',
]

/** The pages of the back office, for its owner. */
export const operationsPages = [
  '/operations/dashboard',
  '/operations/verifications',
  '/operations/disputes',
  '/operations/approvals',
  '/operations/companies',
  '/operations/accounts',
  '/operations/devices',
  '/operations/lines',
  '/operations/addresses',
  '/operations/addresses/import',
  '/operations/regions',
  '/operations/access-ways',
  '/operations/installers',
  '/operations/coupons',
  '/operations/coupons/new',
  '/operations/channels',
  '/operations/catalogue',
  '/operations/catalogue?tab=packages',
  '/operations/prices',
  '/operations/orders',
  '/operations/transfers',
  '/operations/transfers/statement',
  '/operations/refunds',
  '/operations/refunds?state=all',
  '/operations/money',
  '/operations/invoices',
  '/operations/invoices?state=all',
  '/operations/articles',
  '/operations/articles/categories',
  '/operations/articles/new',
  '/operations/announcements',
  '/operations/terms',
  '/operations/operators',
  '/operations/audit',
  '/operations/account',
  '/operations/nothing',
]
