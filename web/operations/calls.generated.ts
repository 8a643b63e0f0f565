// Made by scripts/generate.ts from contract/operations/index.ts. Do not edit: npm run generate.
import type { OperationName } from '#contract/operations/index.ts'
import type { OperatorAccess } from '#contract/operations/operation.ts'

export interface OperationRoute {
  path: string
  access: OperatorAccess
  multipart?: true
}

export const calls: Record<OperationName, OperationRoute> = {
  getCouponTypeList: { path: '/coupons/getCouponTypeList', access: ['finance'] },
  getCouponTypeDetail: { path: '/coupons/getCouponTypeDetail', access: ['finance'] },
  getCouponCategoryList: { path: '/coupons/getCouponCategoryList', access: ['finance'] },
  setCouponType: { path: '/coupons/setCouponType', access: ['finance'] },
  setCouponTypePublished: { path: '/coupons/setCouponTypePublished', access: ['finance'] },
  getCouponClaimList: { path: '/coupons/getCouponClaimList', access: ['finance'] },
  previewCouponGift: { path: '/coupons/previewCouponGift', access: ['finance'], multipart: true },
  giveCouponGift: { path: '/coupons/giveCouponGift', access: ['finance'] },
  getCouponGift: { path: '/coupons/getCouponGift', access: ['finance'] },
  getCouponGiftList: { path: '/coupons/getCouponGiftList', access: ['finance'] },
  getCouponGiftRowList: { path: '/coupons/getCouponGiftRowList', access: ['finance'] },
  getChannelList: { path: '/channels/getChannelList', access: ['content', 'finance'] },
  getChannelDetail: { path: '/channels/getChannelDetail', access: ['content', 'finance'] },
  setChannel: { path: '/channels/setChannel', access: ['content', 'finance'] },
  setChannelCommission: { path: '/channels/setChannelCommission', access: ['finance'] },
  setChannelState: { path: '/channels/setChannelState', access: ['content', 'finance'] },
  getPromotionCodeList: { path: '/channels/getPromotionCodeList', access: ['content', 'finance'] },
  getWelcomeCouponList: { path: '/channels/getWelcomeCouponList', access: ['content', 'finance'] },
  addPromotionCode: { path: '/channels/addPromotionCode', access: ['content', 'finance'] },
  setPromotionCode: { path: '/channels/setPromotionCode', access: ['content', 'finance'] },
  setPromotionCodeState: { path: '/channels/setPromotionCodeState', access: ['content', 'finance'] },
  getChannelResults: { path: '/channels/getChannelResults', access: ['content', 'finance'] },
  previewSettlement: { path: '/channels/previewSettlement', access: ['finance'] },
  settleChannel: { path: '/channels/settleChannel', access: ['finance'] },
  getSettlementList: { path: '/channels/getSettlementList', access: ['finance'] },
  getSettlementFile: { path: '/channels/getSettlementFile', access: ['finance'] },
  logIn: { path: '/operator/logIn', access: 'visitor' },
  getSelf: { path: '/operator/getSelf', access: 'operator' },
  logOut: { path: '/operator/logOut', access: 'operator' },
  beginTotp: { path: '/operator/beginTotp', access: 'operator' },
  bindTotp: { path: '/operator/bindTotp', access: 'operator' },
  changeOwnPassword: { path: '/operator/changeOwnPassword', access: 'operator' },
  getOperatorList: { path: '/operator/getOperatorList', access: ['owner'] },
  setOperator: { path: '/operator/setOperator', access: ['owner'] },
  setOperatorState: { path: '/operator/setOperatorState', access: ['owner'] },
  resetOperator: { path: '/operator/resetOperator', access: ['owner'] },
  getAuditList: { path: '/audit/getAuditList', access: ['owner'] },
  exportAudit: { path: '/audit/exportAudit', access: ['owner'] },
  getApprovalList: { path: '/approval/getApprovalList', access: ['finance'] },
  decideApproval: { path: '/approval/decideApproval', access: ['finance'] },
}
