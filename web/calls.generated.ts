// Made by scripts/generate.ts from contract/index.ts. Do not edit: npm run generate.
import type { Access } from '#contract/call.ts'
import type { CallName } from '#contract/index.ts'

export interface CallRoute {
  path: string
  access: Access
  multipart?: true
}

export const calls: Record<CallName, CallRoute> = {
  wLogin: { path: '/v1/user/wLogin', access: 'public' },
  wRegister: { path: '/v1/user/wRegister', access: 'public' },
  forgotPassword: { path: '/v1/user/forgotPassword', access: 'public' },
  sendVerificationCode: { path: '/v1/app/sendVerificationCode', access: 'public' },
  getProofChallenge: { path: '/v1/app/getProofChallenge', access: 'public' },
  checkManager: { path: '/v1/user/checkManager', access: 'account' },
  refreshSession: { path: '/v1/user/refreshSession', access: 'account' },
  wGetUserInfo: { path: '/v1/user/wGetUserInfo', access: 'account' },
  wAuth: { path: '/v1/user/wAuth', access: 'account' },
  getVerification: { path: '/v1/user/getVerification', access: 'account' },
  setDisplayName: { path: '/v1/user/setDisplayName', access: 'account' },
  changePassword: { path: '/v1/user/changePassword', access: 'account' },
  sendPhoneChangeCode: { path: '/v1/user/sendPhoneChangeCode', access: 'account' },
  changePhone: { path: '/v1/user/changePhone', access: 'account' },
  getSessionList: { path: '/v1/user/getSessionList', access: 'account' },
  endSession: { path: '/v1/user/endSession', access: 'account' },
  signOut: { path: '/v1/user/signOut', access: 'account' },
  exportAccount: { path: '/v1/user/exportAccount', access: 'account' },
  deleteAccount: { path: '/v1/user/deleteAccount', access: 'account' },
  uploadFile: { path: '/v1/upload/uploadFile', access: 'account', multipart: true },
  getVersion: { path: '/v1/app/getVersion', access: 'public' },
  getArticleList: { path: '/v1/help/getArticleList', access: 'public' },
  getArticleDetail: { path: '/v1/help/getArticleDetail', access: 'public' },
  rateArticle: { path: '/v1/help/rateArticle', access: 'public' },
  getCompanyForDropList: { path: '/v2/company/getCompanyForDropList', access: 'public' },
  getIndustryList: { path: '/v3/service/getIndustryList', access: 'public' },
  checkCompanyInfo: { path: '/chlapi/company/checkCompanyInfo', access: 'public' },
  getCompanyInfo: { path: '/v1/company/getCompanyInfo', access: 'manager' },
  verifyPromotionCode: { path: '/chlapi/channel/verifyPromotionCode', access: 'public' },
  channelRegister: { path: '/chlapi/company/channelRegister', access: 'public' },
}
