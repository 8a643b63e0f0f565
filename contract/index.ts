import type { z } from 'zod'
import * as access from './access.ts'
import * as accounts from './accounts.ts'
import * as activity from './activity.ts'
import * as announcements from './announcements.ts'
import * as apiTokens from './api-tokens.ts'
import * as balance from './balance.ts'
import type { Access } from './call.ts'
import * as catalogue from './catalogue.ts'
import * as channels from './channels.ts'
import * as clients from './clients.ts'
import * as companies from './companies.ts'
import * as compliance from './compliance.ts'
import * as connections from './connections.ts'
import * as consents from './consents.ts'
import * as contracts from './contracts.ts'
import * as costs from './costs.ts'
import * as coupons from './coupons.ts'
import * as departments from './departments.ts'
import * as devices from './devices.ts'
import * as directory from './directory.ts'
import * as downloads from './downloads.ts'
import * as duties from './duties.ts'
import * as employeeImports from './employee-imports.ts'
import * as employees from './employees.ts'
import * as help from './help.ts'
import * as hours from './hours.ts'
import * as invoices from './invoices.ts'
import * as lines from './lines.ts'
import * as listViews from './list-views.ts'
import * as logStream from './log-stream.ts'
import * as memberships from './memberships.ts'
import * as notices from './notices.ts'
import * as orders from './orders.ts'
import * as passkeys from './passkeys.ts'
import * as passports from './passports.ts'
import * as payments from './payments.ts'
import * as periodInvoices from './period-invoices.ts'
import * as proposals from './proposals.ts'
import * as refunds from './refunds.ts'
import * as requests from './requests.ts'
import * as robots from './robots.ts'
import * as shops from './shops.ts'
import * as signIn from './sign-in.ts'
import * as statements from './statements.ts'
import * as templates from './templates.ts'
import * as terminals from './terminals.ts'
import * as tickets from './tickets.ts'
import * as trials from './trials.ts'
import * as uploads from './uploads.ts'
import * as webhooks from './webhooks.ts'

/**
 * Every call there is, by name. Routes, the typed client, the API document and the access matrix are made from this.
 */
export const contract = {
  wLogin: accounts.wLogin,
  wRegister: accounts.wRegister,
  forgotPassword: accounts.forgotPassword,
  sendVerificationCode: accounts.sendVerificationCode,
  getProofChallenge: accounts.getProofChallenge,
  checkManager: accounts.checkManager,
  refreshSession: accounts.refreshSession,
  wGetUserInfo: accounts.wGetUserInfo,
  wAuth: accounts.wAuth,
  getVerification: accounts.getVerification,
  getConsents: consents.getConsents,
  giveConsent: consents.giveConsent,
  withdrawConsent: consents.withdrawConsent,
  setDisplayName: accounts.setDisplayName,
  endTour: accounts.endTour,
  changePassword: accounts.changePassword,
  sendPhoneChangeCode: accounts.sendPhoneChangeCode,
  changePhone: accounts.changePhone,
  getSessionList: accounts.getSessionList,
  endSession: accounts.endSession,
  endOtherSessions: accounts.endOtherSessions,
  reauthenticate: accounts.reauthenticate,
  beginPasskeyLogin: passkeys.beginPasskeyLogin,
  logInWithPasskey: passkeys.logInWithPasskey,
  getPasskeyList: passkeys.getPasskeyList,
  beginPasskey: passkeys.beginPasskey,
  addPasskey: passkeys.addPasskey,
  renamePasskey: passkeys.renamePasskey,
  removePasskey: passkeys.removePasskey,
  beginPasskeyProof: passkeys.beginPasskeyProof,
  reauthenticateWithPasskey: passkeys.reauthenticateWithPasskey,
  getTerminalApproval: terminals.getTerminalApproval,
  setTerminalApproval: terminals.setTerminalApproval,
  approveHeldLogin: terminals.approveHeldLogin,
  rejectHeldLogin: terminals.rejectHeldLogin,
  getApiTokenList: apiTokens.getApiTokenList,
  getOwnToken: apiTokens.getOwnToken,
  createApiToken: apiTokens.createApiToken,
  setApiToken: apiTokens.setApiToken,
  rotateApiToken: apiTokens.rotateApiToken,
  revokeApiToken: apiTokens.revokeApiToken,
  getWebhookList: webhooks.getWebhookList,
  createWebhook: webhooks.createWebhook,
  setWebhook: webhooks.setWebhook,
  rotateWebhookSecret: webhooks.rotateWebhookSecret,
  deleteWebhook: webhooks.deleteWebhook,
  getWebhookMessageList: webhooks.getWebhookMessageList,
  getWebhookMessage: webhooks.getWebhookMessage,
  skipWebhookMessage: webhooks.skipWebhookMessage,
  replayWebhook: webhooks.replayWebhook,
  getCompanyRobotList: robots.getCompanyRobotList,
  addCompanyRobot: robots.addCompanyRobot,
  setCompanyRobot: robots.setCompanyRobot,
  removeCompanyRobot: robots.removeCompanyRobot,
  tryCompanyRobot: robots.tryCompanyRobot,
  getCompanyRobotMessageList: robots.getCompanyRobotMessageList,
  getLogStream: logStream.getLogStream,
  setLogStream: logStream.setLogStream,
  removeLogStream: logStream.removeLogStream,
  tryLogStream: logStream.tryLogStream,
  getDirectory: directory.getDirectory,
  setDirectory: directory.setDirectory,
  setDirectoryProvider: directory.setDirectoryProvider,
  fetchDirectory: directory.fetchDirectory,
  planDirectory: directory.planDirectory,
  startDirectory: directory.startDirectory,
  stopDirectory: directory.stopDirectory,
  runDirectory: directory.runDirectory,
  getDirectoryOwnership: directory.getDirectoryOwnership,
  getCompanySignIn: signIn.getCompanySignIn,
  setCompanySignIn: signIn.setCompanySignIn,
  switchCompanySignIn: signIn.switchCompanySignIn,
  addCompanyDomain: signIn.addCompanyDomain,
  proveCompanyDomain: signIn.proveCompanyDomain,
  removeCompanyDomain: signIn.removeCompanyDomain,
  removeSignInLink: signIn.removeSignInLink,
  beginSignInTest: signIn.beginSignInTest,
  findCompanySignIn: signIn.findCompanySignIn,
  beginCompanySignIn: signIn.beginCompanySignIn,
  completeCompanySignIn: signIn.completeCompanySignIn,
  linkCompanySignIn: signIn.linkCompanySignIn,
  getOwnSignIn: signIn.getOwnSignIn,
  removeOwnSignIn: signIn.removeOwnSignIn,
  signOut: accounts.signOut,
  exportAccount: accounts.exportAccount,
  deleteAccount: accounts.deleteAccount,
  uploadFile: uploads.uploadFile,
  getVersion: downloads.getVersion,
  getArticleList: help.getArticleList,
  getArticleDetail: help.getArticleDetail,
  rateArticle: help.rateArticle,
  getAnnouncementList: announcements.getAnnouncementList,
  getCompanyForDropList: companies.getCompanyForDropList,
  getIndustryList: companies.getIndustryList,
  checkCompanyInfo: companies.checkCompanyInfo,
  getCompanyInfo: companies.getCompanyInfo,
  verifyPromotionCode: channels.verifyPromotionCode,
  channelRegister: channels.channelRegister,
  getCompliancePacks: compliance.getCompliancePacks,
  requestCompliancePack: compliance.requestCompliancePack,
  openCompliancePack: compliance.openCompliancePack,
  getCosts: costs.getCosts,
  exportCosts: costs.exportCosts,
  getCostOverview: costs.getCostOverview,
  getIdle: costs.getIdle,
  getDeptListByCompanyId: departments.getDeptListByCompanyId,
  setDepartment: departments.setDepartment,
  batchSetDepartment: departments.batchSetDepartment,
  delDepartment: departments.delDepartment,
  getCompanyUserList: employees.getCompanyUserList,
  addCompanyUser: employees.addCompanyUser,
  getCompanyUserDetail: employees.getCompanyUserDetail,
  setCompanyUser: employees.setCompanyUser,
  setCompanyUserRole: employees.setCompanyUserRole,
  getDutyList: duties.getDutyList,
  exportDuties: duties.exportDuties,
  setDuty: duties.setDuty,
  inviteCompanyUser: employees.inviteCompanyUser,
  delCompanyUser: employees.delCompanyUser,
  handOverEmployee: employees.handOverEmployee,
  exportCompanyUsers: employees.exportCompanyUsers,
  getEmployeeImportTemplate: employeeImports.getEmployeeImportTemplate,
  previewEmployeeImport: employeeImports.previewEmployeeImport,
  commitEmployeeImport: employeeImports.commitEmployeeImport,
  getEmployeeImport: employeeImports.getEmployeeImport,
  getInvitation: employees.getInvitation,
  acceptInvitation: employees.acceptInvitation,
  declineInvitation: employees.declineInvitation,
  getMemberships: memberships.getMemberships,
  joinCompany: memberships.joinCompany,
  declineCompany: memberships.declineCompany,
  leaveCompany: memberships.leaveCompany,
  planMembership: memberships.planMembership,
  setCompanyUserService: hours.setCompanyUserService,
  reclaimService: hours.reclaimService,
  waitForCompanyChange: companies.waitForCompanyChange,
  getListViews: listViews.getListViews,
  addListView: listViews.addListView,
  removeListView: listViews.removeListView,
  getServiceBalance: hours.getServiceBalance,
  getServiceLedger: hours.getServiceLedger,
  exportServiceLedger: hours.exportServiceLedger,
  getDeviceList: devices.getDeviceList,
  exportDevices: devices.exportDevices,
  getDeviceDetail: devices.getDeviceDetail,
  getDeviceLog: devices.getDeviceLog,
  getCompanyAdminCaptcha: devices.getCompanyAdminCaptcha,
  deviceAudit: devices.deviceAudit,
  deviceAuthStatusChange: devices.deviceAuthStatusChange,
  deviceRemove: devices.deviceRemove,
  getDeviceChallenge: clients.getDeviceChallenge,
  reportDevice: clients.reportDevice,
  getUsableLines: clients.getUsableLines,
  getMyService: clients.getMyService,
  getNoticeList: notices.getNoticeList,
  readNotices: notices.readNotices,
  getNoticeSettings: notices.getNoticeSettings,
  setNoticeSettings: notices.setNoticeSettings,
  setCompanyInfo: companies.setCompanyInfo,
  getTrial: trials.getTrial,
  requestTrial: trials.requestTrial,
  openTicket: tickets.openTicket,
  getTicketList: tickets.getTicketList,
  exportTickets: tickets.exportTickets,
  getTicket: tickets.getTicket,
  replyTicket: tickets.replyTicket,
  closeTicket: tickets.closeTicket,
  getCompanyData: companies.getCompanyData,
  getCompanyActivity: activity.getCompanyActivity,
  exportCompanyActivity: activity.exportCompanyActivity,
  undoActivity: activity.undoActivity,
  getCompanyVplList: lines.getCompanyVplList,
  exportVpls: lines.exportVpls,
  getVplMap: lines.getVplMap,
  getCompanyVplDetail: lines.getCompanyVplDetail,
  getVplLog: lines.getVplLog,
  getVplIpList: lines.getVplIpList,
  getOfferedIpList: lines.getOfferedIpList,
  bindCompanyVpl: lines.bindCompanyVpl,
  setCompanyVpl: lines.setCompanyVpl,
  getVplGroupList: lines.getVplGroupList,
  getVplGroupDetail: lines.getVplGroupDetail,
  setVplGroup: lines.setVplGroup,
  deleteVplGroup: lines.deleteVplGroup,
  setVplGroupLines: lines.setVplGroupLines,
  setVplGroupMembers: lines.setVplGroupMembers,
  planAccess: access.planAccess,
  explainAccess: access.explainAccess,
  explainMyAccess: access.explainMyAccess,
  getTemplateList: templates.getTemplateList,
  setTemplate: templates.setTemplate,
  delTemplate: templates.delTemplate,
  applyTemplate: templates.applyTemplate,
  requestAccess: requests.requestAccess,
  getMyRequests: requests.getMyRequests,
  withdrawRequest: requests.withdrawRequest,
  getRequestList: requests.getRequestList,
  openRequestLink: requests.openRequestLink,
  approveRequest: requests.approveRequest,
  refuseRequest: requests.refuseRequest,
  getEmployeeVplList: lines.getEmployeeVplList,
  getVplUserList: lines.getVplUserList,
  waitForChange: clients.waitForChange,
  reportConnections: connections.reportConnections,
  getMyShops: connections.getMyShops,
  getShopList: shops.getShopList,
  exportShops: shops.exportShops,
  getShopConflicts: shops.getShopConflicts,
  setShop: shops.setShop,
  batchSetShop: shops.batchSetShop,
  getShopImportTemplate: shops.getShopImportTemplate,
  previewShopImport: shops.previewShopImport,
  commitShopImport: shops.commitShopImport,
  getConnectionSettings: connections.getConnectionSettings,
  setConnectionSettings: connections.setConnectionSettings,
  getLinePassport: passports.getLinePassport,
  getLineUse: passports.getLineUse,
  exportPassport: passports.exportPassport,
  exportPassportPdf: passports.exportPassportPdf,
  getChainHead: passports.getChainHead,
  getCategoryTreeList: catalogue.getCategoryTreeList,
  getAccessWayList: catalogue.getAccessWayList,
  getRegionList: catalogue.getRegionList,
  getOffers: catalogue.getOffers,
  getGoodsPackageTypeByCategoryId: catalogue.getGoodsPackageTypeByCategoryId,
  getGoodsListByCategoryId: catalogue.getGoodsListByCategoryId,
  getSkuInfoByAttribute: catalogue.getSkuInfoByAttribute,
  getUserCouponTypeList: coupons.getUserCouponTypeList,
  getCoupon: coupons.getCoupon,
  getUserCouponList: coupons.getUserCouponList,
  getUsableCoupon: coupons.getUsableCoupon,
  quoteOrder: orders.quoteOrder,
  createOrder: orders.createOrder,
  getOrderList: orders.getOrderList,
  exportOrders: orders.exportOrders,
  getOrderDetailByOrderId: orders.getOrderDetailByOrderId,
  getOrderInfoBySvpId: orders.getOrderInfoBySvpId,
  orderOpera: orders.orderOpera,
  getProposalList: proposals.getProposalList,
  exportProposals: proposals.exportProposals,
  getProposal: proposals.getProposal,
  acceptProposal: proposals.acceptProposal,
  declineProposal: proposals.declineProposal,
  getOrderContract: contracts.getOrderContract,
  getProposalContract: contracts.getProposalContract,
  getRefundOffer: refunds.getRefundOffer,
  planRefund: refunds.planRefund,
  getCreditNote: refunds.getCreditNote,
  getGatewayList: payments.getGatewayList,
  getPayment: payments.getPayment,
  submitTransferVoucher: payments.submitTransferVoucher,
  getBalance: balance.getBalance,
  getBalanceLedger: balance.getBalanceLedger,
  exportBalanceLedger: balance.exportBalanceLedger,
  getStatementList: statements.getStatementList,
  exportStatement: statements.exportStatement,
  topUpBalance: balance.topUpBalance,
  payOrdersTogether: balance.payOrdersTogether,
  getInvoiceTitleList: invoices.getInvoiceTitleList,
  setInvoiceTitle: invoices.setInvoiceTitle,
  delInvoiceTitle: invoices.delInvoiceTitle,
  getInvoiceableOrderList: invoices.getInvoiceableOrderList,
  requestInvoice: invoices.requestInvoice,
  getInvoiceList: invoices.getInvoiceList,
  exportInvoices: invoices.exportInvoices,
  withdrawInvoice: invoices.withdrawInvoice,
  getInvoiceSetting: periodInvoices.getInvoiceSetting,
  setInvoiceSetting: periodInvoices.setInvoiceSetting,
  requestPeriodInvoice: periodInvoices.requestPeriodInvoice,
}

export type Contract = typeof contract
export type CallName = keyof Contract
/** The input that a caller sends, without `sid` and `instance_id`. */
export type InputOf<Name extends CallName> = z.input<Contract[Name]['input']>
/** The input that a handler receives, after parsing. */
export type ParsedOf<Name extends CallName> = z.output<Contract[Name]['input']>
/** The output that a handler returns and a caller gets as `data`. */
export type OutputOf<Name extends CallName> = z.output<Contract[Name]['output']>
export type AccessOf<Name extends CallName> = Contract[Name]['access'] & Access
