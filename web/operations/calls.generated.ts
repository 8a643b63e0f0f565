// Made by scripts/generate.ts from contract/operations/index.ts. Do not edit: npm run generate.
import type { OperationName } from '#contract/operations/index.ts'
import type { OperatorAccess } from '#contract/operations/operation.ts'

export interface OperationRoute {
  path: string
  access: OperatorAccess
  multipart?: true
}

export const calls: Record<OperationName, OperationRoute> = {
  getNetworkPlaces: { path: '/network/getNetworkPlaces', access: ['network'] },
  getNetworkRegions: { path: '/network/getNetworkRegions', access: ['network'] },
  setRegion: { path: '/network/setRegion', access: ['network'] },
  setRegionPublished: { path: '/network/setRegionPublished', access: ['network'] },
  getNetworkAccessWays: { path: '/network/getNetworkAccessWays', access: ['network'] },
  setAccessWay: { path: '/network/setAccessWay', access: ['network'] },
  setAccessWayArchived: { path: '/network/setAccessWayArchived', access: ['network'] },
  getAddressList: { path: '/network/getAddressList', access: ['network'] },
  getAddressHistory: { path: '/network/getAddressHistory', access: ['network'] },
  addAddresses: { path: '/network/addAddresses', access: ['network'] },
  setAddressState: { path: '/network/setAddressState', access: ['network'] },
  setAddressGateway: { path: '/network/setAddressGateway', access: ['network'] },
  previewAddressImport: { path: '/network/previewAddressImport', access: ['network'], multipart: true },
  confirmAddressImport: { path: '/network/confirmAddressImport', access: ['network'] },
  cancelAddressImport: { path: '/network/cancelAddressImport', access: ['network'] },
  getAddressImport: { path: '/network/getAddressImport', access: ['network'] },
  getOperatedLines: { path: '/network/getOperatedLines', access: ['network'] },
  getOperatedLine: { path: '/network/getOperatedLine', access: ['network'] },
  getOperatedLineLog: { path: '/network/getOperatedLineLog', access: ['network'] },
  suspendOperatedLine: { path: '/network/suspendOperatedLine', access: ['network'] },
  resumeOperatedLine: { path: '/network/resumeOperatedLine', access: ['network'] },
  getMoveTargets: { path: '/network/getMoveTargets', access: ['network'] },
  moveLine: { path: '/network/moveLine', access: ['network'] },
  extendLine: { path: '/network/extendLine', access: ['network'] },
  getInstallerList: { path: '/installer/getInstallerList', access: ['content'] },
  uploadInstaller: { path: '/installer/uploadInstaller', access: ['content'], multipart: true },
  setInstaller: { path: '/installer/setInstaller', access: ['content'] },
  setInstallerWithdrawn: { path: '/installer/setInstallerWithdrawn', access: ['content'] },
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
