import type { OperationName } from '#contract/operations/index.ts'
import { mayDo } from '#contract/operations/operator-names.ts'
import type { Command } from '#web/ui/palette/command.ts'
import { switchTheme } from '#web/ui/theme.ts'
import { calls } from '../calls.generated.ts'
import { operator } from '../operator.ts'
import { newCouponPath, operationsPaths } from '../paths.ts'

const { companies, orders, transfers, invoices, addresses } = operationsPaths

/** The acts of the pages. Acts on a customer or record begin on its page; the note says where. */
const acts: readonly (Command & { call?: OperationName })[] = [
  { key: 'verify', label: '审核实名认证', call: 'reviewVerification', to: operationsPaths.verifications },
  { key: 'approve', label: '确认申请', call: 'decideApproval', to: `${operationsPaths.approvals}?state=waiting` },
  { key: 'trial', label: '开通试用', note: '企业的申请', call: 'openTrial', to: operationsPaths.trials },
  { key: 'gift-hours', label: '赠送时长', note: '在企业里', call: 'giftCompanyHours', to: companies },
  { key: 'gift-coupon', label: '赠送优惠券', note: '在企业里', call: 'giftCompanyCoupon', to: companies },
  { key: 'freeze', label: '冻结企业', note: '在企业里', call: 'freezeCompany', to: companies },
  { key: 'proposal', label: '起草报价', note: '在企业的“报价”里', call: 'saveProposal', to: companies },
  { key: 'transfer', label: '确认到账', note: '待核对的凭证', call: 'requestTransfer', to: transfers },
  { key: 'statement', label: '导入银行流水', call: 'requestStatement', to: operationsPaths.statement },
  { key: 'refund', label: '发起退款', note: '在订单里', call: 'refundSalesOrder', to: `${orders}?state=fulfilled` },
  { key: 'invoice', label: '登记开具的发票', note: '待开具的申请', call: 'issueInvoiceRequest', to: invoices },
  { key: 'coupon', label: '新建优惠券', call: 'setCouponType', to: newCouponPath() },
  { key: 'prices', label: '调整价格', note: '在商品里', call: 'requestPrices', to: operationsPaths.catalogue },
  { key: 'addresses', label: '添加一段地址', note: '在地址里', call: 'addAddresses', to: addresses },
  { key: 'import', label: '批量导入地址', call: 'confirmAddressImport', to: operationsPaths.addressImport },
  { key: 'extend', label: '专线延期', note: '在专线里', call: 'extendLine', to: operationsPaths.lines },
  { key: 'article', label: '写文章', call: 'saveContentArticle', to: operationsPaths.newArticle },
  {
    key: 'announcement',
    label: '写公告',
    note: '在公告里',
    call: 'setAnnouncement',
    to: operationsPaths.announcements,
  },
  {
    key: 'installer',
    label: '发布新版本',
    note: '在安装包里',
    call: 'uploadInstaller',
    to: operationsPaths.installers,
  },
  { key: 'channel', label: '添加合作伙伴', note: '在渠道管理里', call: 'setChannel', to: operationsPaths.channels },
  { key: 'operator', label: '添加操作员', note: '在操作员里', call: 'setOperator', to: operationsPaths.operators },
  { key: 'password', label: '修改密码', note: '我的账号', to: operationsPaths.account },
  { key: 'theme', label: '切换深浅色', run: switchTheme },
]

/** Returns the acts that the operator's roles allow, as offered by the pages' own buttons. */
export function officeActs(): readonly Command[] {
  const roles = operator.get()?.roles ?? []
  return acts.filter(({ call }) => {
    const access = call && calls[call].access
    return access === undefined || typeof access === 'string' || mayDo(roles, access)
  })
}
