// Made by scripts/generate.ts from contract/operations/index.ts. Do not edit: npm run generate.
import type { OperationName } from '#contract/operations/index.ts'
import type { OperatorAccess } from '#contract/operations/operation.ts'

export interface OperationRoute {
  path: string
  access: OperatorAccess
  multipart?: true
}

export const calls: Record<OperationName, OperationRoute> = {
  getContentArticleList: { path: '/content/getContentArticleList', access: ['content'] },
  getContentArticle: { path: '/content/getContentArticle', access: ['content'] },
  saveContentArticle: { path: '/content/saveContentArticle', access: ['content'] },
  setContentArticleState: { path: '/content/setContentArticleState', access: ['content'] },
  checkArticleSlug: { path: '/content/checkArticleSlug', access: ['content'] },
  getArticleVersionList: { path: '/content/getArticleVersionList', access: ['content'] },
  getArticleVersion: { path: '/content/getArticleVersion', access: ['content'] },
  restoreArticleVersion: { path: '/content/restoreArticleVersion', access: ['content'] },
  previewArticle: { path: '/content/previewArticle', access: ['content'] },
  uploadArticleImage: { path: '/content/uploadArticleImage', access: ['content'], multipart: true },
  getArticleCategoryList: { path: '/content/getArticleCategoryList', access: ['content'] },
  setArticleCategory: { path: '/content/setArticleCategory', access: ['content'] },
  deleteArticleCategory: { path: '/content/deleteArticleCategory', access: ['content'] },
  setArticleCategoryOrder: { path: '/content/setArticleCategoryOrder', access: ['content'] },
  getArticleOrder: { path: '/content/getArticleOrder', access: ['content'] },
  setArticleOrder: { path: '/content/setArticleOrder', access: ['content'] },
  getTermsList: { path: '/content/getTermsList', access: ['content'] },
  getTermsVersion: { path: '/content/getTermsVersion', access: ['content'] },
  createTermsVersion: { path: '/content/createTermsVersion', access: ['content'] },
  saveTermsVersion: { path: '/content/saveTermsVersion', access: ['content'] },
  publishTermsVersion: { path: '/content/publishTermsVersion', access: ['content'] },
  deleteTermsVersion: { path: '/content/deleteTermsVersion', access: ['content'] },
  previewTerms: { path: '/content/previewTerms', access: ['content'] },
  getContentAnnouncementList: { path: '/content/getContentAnnouncementList', access: ['content'] },
  setAnnouncement: { path: '/content/setAnnouncement', access: ['content'] },
  setAnnouncementState: { path: '/content/setAnnouncementState', access: ['content'] },
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
