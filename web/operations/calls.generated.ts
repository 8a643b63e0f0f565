// Made by scripts/generate.ts from contract/operations/index.ts. Do not edit: npm run generate.
import type { OperationName } from '#contract/operations/index.ts'
import type { OperatorAccess } from '#contract/operations/operation.ts'

export interface OperationRoute {
  path: string
  access: OperatorAccess
  multipart?: true
}

export const calls: Record<OperationName, OperationRoute> = {
  getCatalogueTree: { path: '/catalogue/getCatalogueTree', access: ['finance'] },
  setCatalogueCategory: { path: '/catalogue/setCatalogueCategory', access: ['finance'] },
  archiveCatalogueCategory: { path: '/catalogue/archiveCatalogueCategory', access: ['finance'] },
  getCatalogueGoods: { path: '/catalogue/getCatalogueGoods', access: ['finance'] },
  setGoods: { path: '/catalogue/setGoods', access: ['finance'] },
  setGoodsPublished: { path: '/catalogue/setGoodsPublished', access: ['finance'] },
  getCatalogueSkus: { path: '/catalogue/getCatalogueSkus', access: ['finance'] },
  getSkuAttributes: { path: '/catalogue/getSkuAttributes', access: ['finance'] },
  previewSkus: { path: '/catalogue/previewSkus', access: ['finance'] },
  addSkus: { path: '/catalogue/addSkus', access: ['finance'] },
  unpublishSkus: { path: '/catalogue/unpublishSkus', access: ['finance'] },
  getPackageTypes: { path: '/catalogue/getPackageTypes', access: ['finance'] },
  addPackageType: { path: '/catalogue/addPackageType', access: ['finance'] },
  setPackageSort: { path: '/catalogue/setPackageSort', access: ['finance'] },
  archivePackageType: { path: '/catalogue/archivePackageType', access: ['finance'] },
  requestPrices: { path: '/catalogue/requestPrices', access: ['finance'] },
  getPriceRequest: { path: '/catalogue/getPriceRequest', access: ['finance'] },
  getPriceChangeList: { path: '/catalogue/getPriceChangeList', access: ['finance'] },
  cancelPrices: { path: '/catalogue/cancelPrices', access: ['finance'] },
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
