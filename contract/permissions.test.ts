import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { dutyCalls } from './duty-calls.ts'
import { contract } from './index.ts'
import { operations } from './operations/index.ts'
import type { Operation } from './operations/operation.ts'

/*
 * The walks over all calls check that each call admits the callers that its declaration admits, and would follow a declaration
 * widened by mistake. These tables repeat it, so an intended change of permissions moves the call's name here as well.
 */

/** The calls that need no manager or owner of a company; all other calls do. */
const access = {
  public: `
    wLogin wRegister forgotPassword sendVerificationCode getProofChallenge beginPasskeyLogin logInWithPasskey
    findCompanySignIn beginCompanySignIn completeCompanySignIn getVersion getArticleList getArticleDetail rateArticle
    getAnnouncementList getCompanyForDropList getIndustryList checkCompanyInfo verifyPromotionCode channelRegister
    getInvitation acceptInvitation declineInvitation getDeviceChallenge getCategoryTreeList getAccessWayList
    getRegionList getOffers getGoodsPackageTypeByCategoryId getGoodsListByCategoryId getSkuInfoByAttribute`,
  account: `
    checkManager refreshSession wGetUserInfo wAuth getVerification getConsents giveConsent withdrawConsent
    setDisplayName endTour changePassword sendPhoneChangeCode changePhone getSessionList endSession endOtherSessions
    reauthenticate getPasskeyList beginPasskey addPasskey renamePasskey removePasskey beginPasskeyProof
    reauthenticateWithPasskey linkCompanySignIn getOwnSignIn removeOwnSignIn signOut exportAccount deleteAccount
    uploadFile getMemberships joinCompany declineCompany leaveCompany planMembership reportDevice getUsableLines
    getMyService getNoticeList readNotices getNoticeSettings setNoticeSettings explainMyAccess requestAccess
    getMyRequests withdrawRequest waitForChange reportConnections getMyShops`,
}

/** The calls that every duty allows, besides those that every page of the console makes. */
const everyDuty =
  'getCompanyInfo getCompanyData getDeptListByCompanyId waitForCompanyChange getListViews addListView removeListView'
const duties = {
  finance: `
    getServiceBalance getServiceLedger exportServiceLedger getCompanyVplList getVplMap getCompanyVplDetail
    getUserCouponTypeList getCoupon getUserCouponList getUsableCoupon quoteOrder createOrder getOrderList exportOrders
    getOrderDetailByOrderId getOrderInfoBySvpId orderOpera getProposalList exportProposals getProposal acceptProposal declineProposal
    getGatewayList getPayment submitTransferVoucher getInvoiceTitleList setInvoiceTitle delInvoiceTitle
    getInvoiceableOrderList requestInvoice getInvoiceList exportInvoices withdrawInvoice getInvoiceSetting setInvoiceSetting
    requestPeriodInvoice getRefundOffer planRefund withdrawRefund getCreditNote getOrderContract getProposalContract getBalance
    getBalanceLedger exportBalanceLedger topUpBalance payOrdersTogether getStatementList exportStatement getCosts exportCosts
    getCostOverview getIdle`,
  devices: `
    getCompanyUserList getCompanyUserDetail getEmployeeVplList getDeviceList exportDevices getDeviceDetail getDeviceLog
    getCompanyAdminCaptcha deviceAudit deviceAuthStatusChange deviceRemove explainAccess planAccess`,
  department: `
    getServiceBalance getCompanyUserList exportCompanyUsers getCompanyUserDetail getDirectoryOwnership
    getEmployeeVplList addCompanyUser inviteCompanyUser setCompanyUser batchSetDepartment delCompanyUser
    handOverEmployee setCompanyUserService reclaimService getDeviceList exportDevices getDeviceDetail getDeviceLog
    getCompanyAdminCaptcha deviceAudit deviceAuthStatusChange deviceRemove planAccess`,
  reader: `
    getServiceBalance getServiceLedger getCompanyUserList getCompanyUserDetail getEmployeeVplList getTemplateList
    getRequestList getDeviceList getDeviceDetail getDeviceLog getCompanyActivity getCompanyVplList getVplMap
    getCompanyVplDetail getVplLog getVplUserList getVplGroupList getVplGroupDetail explainAccess getShopList
    getShopConflicts getLinePassport getLineUse getChainHead getConnectionSettings getUserCouponTypeList getUserCouponList getOrderList
    getOrderDetailByOrderId getOrderInfoBySvpId getInvoiceTitleList getInvoiceableOrderList getInvoiceList
    getRefundOffer getBalance getBalanceLedger getStatementList getCosts getCostOverview getIdle`,
}

/** The scope that a token needs, and the fields that it must not send. A token can make no other calls. */
const scopes = {
  'directory:read': 'getDirectory',
  'directory:change': 'fetchDirectory runDirectory',
  'company:read': 'getCompanyInfo getCompanyData',
  'people:read': 'getDeptListByCompanyId getCompanyUserList getCompanyUserDetail',
  'people:change': 'setDepartment delDepartment setCompanyUser inviteCompanyUser delCompanyUser handOverEmployee',
  'people:change without template_id': 'batchSetDepartment addCompanyUser',
  'hours:change': 'setCompanyUserService reclaimService',
  'hours:read': 'getServiceBalance getServiceLedger',
  'devices:read': 'getDeviceList getDeviceDetail getDeviceLog',
  'devices:change': 'deviceRemove',
  'activity:read': 'getCompanyActivity',
  'lines:read': `
    getCompanyVplList getVplMap getCompanyVplDetail getVplLog getVplIpList getVplGroupList getVplGroupDetail
    explainAccess getEmployeeVplList getVplUserList`,
  'lines:change': 'bindCompanyVpl setVplGroup deleteVplGroup setVplGroupLines setVplGroupMembers',
  'lines:change without auto_renew': 'setCompanyVpl',
  'orders:read without coupon_id': 'quoteOrder',
  'orders:change without coupon_id, line_wishes': 'createOrder',
  'orders:read': 'getOrderList getOrderDetailByOrderId getOrderInfoBySvpId getBalance getBalanceLedger',
}

/** The calls by which each role of the back office may change, export or plan. The owner may make all. */
const changes = {
  finance: `
    exportFigures exportSalesOrders closeSalesOrder planSalesRefund refundSalesOrder openVoucher requestTransfer recordTransferSurplus rejectTransferVoucher
    recordWrongTransfer recordTransferParts returnTransferParts requestStatement returnWrongPayment settleWrongPayment
    getRefundCreditNote requestRefund rejectRefund resendRefund markRefundSent issueByTaxService askTaxServiceNow
    stopTaxService reverseByTaxService issueInvoiceRequest rejectInvoiceRequest reverseIssuedInvoice
    handleBillDifference readBillAgain saveProposal sendProposal withdrawProposal correctCompanyBalance
    setCatalogueCategory archiveCatalogueCategory setGoods setGoodsPublished addSkus unpublishSkus addPackageType
    setPackageSort archivePackageType requestPrices cancelPrices setCouponType setCouponTypePublished previewCouponGift
    giveCouponGift setChannelCommission settleChannel getSettlementFile markSettlementPaid revokeSettlementPaid`,
  'network, support': 'planOperation',
  support: `
    openLicence unmaskIdNumber reviewVerification decideDispute freezeCompany unfreezeCompany closeCompany giftCompanyHours
    takeBackCompanyHours giftCompanyCoupon changeCompanyOwner endTerminalApproval correctCompany setAccountState
    endSessionsFor releaseLogin unmaskPhone openTrial declineTrial`,
  'finance, support': 'getSalesOrderContract getSalesProposalContract addCompanyNote finishFollowUp',
  'content, finance, network, support': `
    uploadTicketFile openSupportTicket answerTicket noteTicket takeTicket handOverTicket setTicketDue closeSupportTicket
    removeTicketFile
    dismissOwnNotice decideApproval openApprovalFile`,
  'content, finance': 'setChannel setChannelState addPromotionCode setPromotionCode setPromotionCodeState',
  network: `
    setRegion setRegionPublished setAccessWay setAccessWayArchived addAddresses setAddressState setAddressGateway
    previewAddressImport confirmAddressImport cancelAddressImport suspendOperatedLine resumeOperatedLine moveLine
    extendLine`,
  content: `
    uploadInstaller publishInstallerAddress setInstaller setInstallerWithdrawn saveContentArticle setContentArticleState
    restoreArticleVersion uploadArticleImage setArticleCategory deleteArticleCategory setArticleCategoryOrder
    setArticleOrder createTermsVersion saveTermsVersion publishTermsVersion deleteTermsVersion setAnnouncement
    setAnnouncementState`,
  visitor: 'logIn beginOperatorPasskeyLogin logInOperatorWithPasskey',
  operator: `
    logOut beginTotp bindTotp changeOwnPassword reauthenticateOperator endOwnSession renewOwnRecoveryCodes
    beginOwnPasskey addOwnPasskey renameOwnPasskey removeOwnPasskey beginOwnPasskeyProof
    reauthenticateOperatorWithPasskey addOfficeView removeOfficeView`,
  owner: `
    setOperator setOperatorState resetOperator exportAudit takePasswordHalf endOperatorLogins setApprovalPolicy retryJob
    retryJobsOfTask removeJob sendTestPush prepareRestore switchRestore`,
}

/** The calls that each role of the back office may read. The owner and the auditor may read everything. */
const readings = {
  operator: `
    getDashboard getOwnNoticeList getSelf getOwnSessionList getApprovalList getOwnRecoveryCodes getOwnPasskeyList
    getApprovalEvidence getOfficeViews`,
  'finance, network': 'getSetupSteps',
  finance: `
    getFigures getFigureRows getTicketFigures getSalesRefundOffer getTransferList previewStatement getTroubleList getRefundList
    getBillList getBillDifferenceList getProposalChoices getProposalQuote getCompanyBalanceList getCompanyBalance
    getCatalogueTree getCatalogueGoods getCatalogueSkus getSkuAttributes previewSkus getPackageTypes getPriceChangeList
    getCouponTypeList getCouponTypeDetail getCouponCategoryList getCouponClaimList getCouponGift getCouponGiftList
    getCouponGiftRowList previewSettlement getSettlementList`,
  support: `
    getVerificationList getVerificationForReview getDisputeList getDispute getCompanyAccess getCompanyPeople
    getCompanyLines getCompanyPersonLines getCompanyGroups getCompanyGroup getCompanyDevices getCompanySessions
    getCompanyNotices getCompanyMessages getCompanyLog getCompanyClosing getGiftCouponTypes getAccountList
    getAccountOverview getTrialList getTrialOffers getOnlineDevices getDeviceMatches`,
  'finance, support': `
    getSalesOrderList getSalesOrder getInvoiceRequestList getProposals getSalesProposal getCompanyList
    getCompanyOverview getCompanyLedger getCompanyMoney getCompanyInvoices getCompanyOrders getCompanyNoteList
    getFollowUpAssignees`,
  'network, support': 'getCompanyLinePeople getNetworkPlaces getOperatedLines getOperatedLine getOperatedLineLog',
  'content, finance, network, support': 'getSupportTicketList getSupportTicket getTicketAssignees',
  'content, finance': 'getChannelList getChannelDetail getPromotionCodeList getWelcomeCouponList getChannelResults',
  network: 'getNetworkRegions getNetworkAccessWays getAddressList getAddressHistory getAddressImport getMoveTargets',
  content: `
    getInstallerList getContentArticleList getContentArticle checkArticleSlug getArticleVersionList getArticleVersion
    previewArticle getArticleCategoryList getArticleOrder getTermsList getTermsVersion previewTerms
    getContentAnnouncementList`,
  owner: 'getOperatorList getAuditList getApprovalPolicy getHealth getFailedJobs getPushes getRestorePreparations',
}

const listed = (names: string) => names.split(/\s+/).filter(Boolean).sort()
const asListed = (table: Record<string, string>) =>
  Object.fromEntries(Object.entries(table).map(([group, names]) => [group, listed(names)]))

/** Returns the names of calls by group; a call whose group is undefined is left out. */
function grouped<Definition>(calls: Record<string, Definition>, groupOf: (call: Definition) => string | undefined) {
  const groups: Record<string, string[]> = {}
  for (const [name, call] of Object.entries(calls)) {
    const group = groupOf(call)
    if (group) groups[group] = [...(groups[group] ?? []), name].sort()
  }
  return groups
}

const calls: Record<string, Call> = contract
const office: Record<string, Operation> = operations
const rolesOf = ({ access }: Operation) => (typeof access === 'string' ? access : [...access].sort().join(', '))

test('exactly the listed calls need no manager', () => {
  expect(grouped(calls, ({ access }) => (access === 'manager' ? undefined : access))).toEqual(asListed(access))
})

test('each duty has exactly the listed calls', () => {
  const expected = Object.entries(duties).map(([duty, names]) => [duty, listed(`${everyDuty} ${names}`)])
  const declared = Object.entries(dutyCalls).map(([duty, names]) => [duty, [...names].sort()])
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(expected))
})

test('the reader changes nothing but the own views of lists', () => {
  const changing = dutyCalls.reader.filter(name => contract[name].effect !== 'read')
  expect(changing).toEqual(['addListView', 'removeListView'])
})

test('exactly the listed calls are open to tokens, with the listed scopes', () => {
  const declared = grouped(calls, ({ scope, effect }) => {
    const without = scope?.without ? ` without ${scope.without.join(', ')}` : ''
    return scope && `${scope.topic}:${effect}${without}`
  })
  expect(declared).toEqual(asListed(scopes))
})

test('each role of the back office changes exactly what is listed', () => {
  expect(grouped(office, call => (call.effect === 'read' ? undefined : rolesOf(call)))).toEqual(asListed(changes))
})

test('each role of the back office reads exactly what is listed', () => {
  expect(grouped(office, call => (call.effect === 'read' ? rolesOf(call) : undefined))).toEqual(asListed(readings))
})
