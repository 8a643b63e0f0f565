/** Changing calls that the interleavings don't play, each with the reason. */
const reasons: Record<string, readonly string[]> = {
  'They take a code that came by short message, or a file.': [
    ...['deviceAudit', 'deviceAuthStatusChange', 'getCompanyAdminCaptcha', 'previewEmployeeImport'],
    ...['commitEmployeeImport', 'issueInvoiceRequest', 'requestStatement', 'previewShopImport', 'commitShopImport'],
  ],
  'They begin where a payment or an invoice has gone wrong; their own tests race them.': [
    ...['returnWrongPayment', 'settleWrongPayment', 'resendRefund', 'markRefundSent', 'reverseIssuedInvoice'],
    ...['returnTransferParts', 'recordTransferSurplus'],
  ],
  'They begin with a tax service, which the portal of these tests has none of; tax.test.ts races them.': [
    ...['issueByTaxService', 'askTaxServiceNow', 'stopTaxService', 'reverseByTaxService'],
  ],
  'What it takes back is played in the opposite direction; undo.test.ts races it.': ['undoActivity'],
  'They leave nothing but a line in the audit: somebody has looked at something.': [
    ...['openVoucher', 'unmaskPhone', 'unmaskIdNumber', 'openLicence', 'openCompliancePack', 'openApprovalFile'],
    ...['getSettlementFile', 'takePasswordHalf'],
  ],
  'They concern a gateway’s bill of a day, which belongs to no company.': ['handleBillDifference', 'readBillAgain'],
  'They concern logins, one’s own or others’, and change nothing else of the company.': [
    ...['setTerminalApproval', 'approveHeldLogin', 'rejectHeldLogin', 'endTerminalApproval', 'endSessionsFor'],
    ...['releaseLogin', 'setCompanySignIn', 'switchCompanySignIn', 'addCompanyDomain', 'proveCompanyDomain'],
    ...['removeCompanyDomain', 'removeSignInLink', 'beginSignInTest', 'wLogin', 'wRegister', 'forgotPassword'],
    ...['sendVerificationCode', 'refreshSession', 'changePassword', 'sendPhoneChangeCode', 'changePhone'],
    ...['endSession', 'endOtherSessions', 'reauthenticate', 'reauthenticateWithPasskey', 'signOut', 'addPasskey'],
    ...['beginPasskey', 'renamePasskey', 'removePasskey', 'beginPasskeyProof', 'beginPasskeyLogin', 'logInWithPasskey'],
    ...['linkCompanySignIn', 'removeOwnSignIn', 'beginCompanySignIn', 'completeCompanySignIn'],
  ],
  'It needs a company in which nothing is open and nobody acts; its own test has what comes meanwhile.': [
    'closeCompany',
  ],
  'They open and end a ticket; the tickets’ own calls are played.': ['requestClosing', 'withdrawClosing'],
  'A directory’s comparisons go one after the other, behind the lock of the company’s access; their own tests repeat them.':
    [...['setDirectory', 'setDirectoryProvider', 'fetchDirectory', 'startDirectory', 'stopDirectory', 'runDirectory']],
  'They make and end credentials; their own tests race them.': [
    ...['createApiToken', 'setApiToken', 'rotateApiToken', 'revokeApiToken'],
  ],
  'It writes down what there is, for one person at a time; its own tests ask for two at once.': [
    'requestCompliancePack',
  ],
  'They are how somebody looks at things, which no other act reads.': [
    ...['addListView', 'removeListView', 'addOfficeView', 'removeOfficeView', 'setDisplayName', 'endTour'],
    ...['readNotices', 'setNoticeSettings', 'dismissOwnNotice', 'rateArticle'],
  ],
  'They change where events go, which no other act reads but the one that delivers them.': [
    ...['createWebhook', 'setWebhook', 'rotateWebhookSecret', 'deleteWebhook', 'skipWebhookMessage', 'replayWebhook'],
    ...['addCompanyRobot', 'setCompanyRobot', 'removeCompanyRobot', 'tryCompanyRobot'],
    ...['setLogStream', 'removeLogStream', 'tryLogStream', 'sendTestPush'],
  ],
  'They come before there is a company, which a review makes; the tests of verifications race them.': [
    ...['wAuth', 'reviewVerification', 'channelRegister'],
  ],
  'They concern one person’s consent, which is read when a client asks for its lines.': [
    ...['giveConsent', 'withdrawConsent'],
  ],
  'It stores a file, which another call uses.': ['uploadFile'],
  'They are what operators say to each other and to customers; of the tickets, what the company does is played.': [
    ...['addCompanyNote', 'finishFollowUp', 'uploadTicketFile', 'openSupportTicket', 'answerTicket', 'noteTicket'],
    ...['takeTicket', 'handOverTicket', 'setTicketDue', 'closeSupportTicket', 'removeTicketFile'],
  ],
  'It waits for a second operator, whose confirmation is played.': ['correctCompanyBalance'],
  'It keeps a draft that the company does not see.': ['saveProposal'],
  'They change what the site says, which no company’s act reads.': [
    ...['uploadInstaller', 'publishInstallerAddress', 'setInstaller', 'setInstallerWithdrawn', 'saveContentArticle'],
    ...[
      'setContentArticleState',
      'restoreArticleVersion',
      'uploadArticleImage',
      'setArticleCategory',
      'deleteArticleCategory',
    ],
    ...['setArticleCategoryOrder', 'setArticleOrder', 'createTermsVersion', 'saveTermsVersion', 'publishTermsVersion'],
    ...['deleteTermsVersion', 'setAnnouncement', 'setAnnouncementState'],
  ],
  'They change what is on sale, for all companies at once; the tests of the catalogue, of prices and of gifts race them.':
    [
      ...['setCatalogueCategory', 'archiveCatalogueCategory', 'setGoods', 'setGoodsPublished', 'addSkus'],
      ...['unpublishSkus', 'addPackageType', 'setPackageSort', 'archivePackageType', 'requestPrices', 'cancelPrices'],
      ...['setCouponType', 'setCouponTypePublished', 'previewCouponGift', 'giveCouponGift'],
    ],
  'They concern what partners bring and earn; the tests of channels race them.': [
    ...['setChannel', 'setChannelState', 'addPromotionCode', 'setPromotionCode', 'setPromotionCodeState'],
    ...['setChannelCommission', 'settleChannel', 'markSettlementPaid', 'revokeSettlementPaid'],
  ],
  'They change places and many addresses at once; of one address, holding it back is played.': [
    ...['setRegion', 'setRegionPublished', 'setAccessWay', 'setAccessWayArchived', 'addAddresses'],
    ...['setAddressGateway', 'previewAddressImport', 'confirmAddressImport', 'cancelAddressImport'],
  ],
  'They concern operators themselves, their logins and the machinery.': [
    ...['logIn', 'logOut', 'beginTotp', 'bindTotp', 'changeOwnPassword', 'reauthenticateOperator', 'endOwnSession'],
    ...['beginOwnPasskey', 'addOwnPasskey', 'renameOwnPasskey', 'removeOwnPasskey', 'beginOwnPasskeyProof'],
    ...['reauthenticateOperatorWithPasskey', 'beginOperatorPasskeyLogin', 'logInOperatorWithPasskey', 'setOperator'],
    ...['setOperatorState', 'resetOperator', 'setApprovalPolicy', 'retryJob', 'prepareRestore', 'switchRestore'],
    ...['endOperatorLogins', 'renewOwnRecoveryCodes', 'retryJobsOfTask', 'removeJob'],
  ],
}

export const leftOut = Object.values(reasons).flat()
