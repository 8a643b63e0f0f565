/**
 * What the audit log can hold, in the words that its readers see, by the part of the back office it comes from. The
 * names are stored and never renamed, and the server can write no other (server/operations/audit.ts).
 */
export const auditGroups = {
  审核: {
    'verification.approved': '通过实名认证',
    'verification.rejected': '驳回实名认证',
    'verification.licence_viewed': '查看营业执照',
    'device_dispute.handed_over': '移交争议设备',
    'device_dispute.rejected': '驳回设备争议',
    'approval.requested': '提交待确认',
    'approval.confirmed': '确认并执行',
    'approval.rejected': '驳回待确认',
    'approval.withdrawn': '撤回待确认',
  },
  客户: {
    'company.frozen': '冻结企业',
    'company.unfrozen': '解除冻结',
    'company.hours_gifted': '赠送时长',
    'company.hours_taken_back': '收回时长',
    'trial.opened': '开通试用',
    'trial.declined': '婉拒试用',
    'company.owner_changed': '更换所有者',
    'company.corrected': '更正资料',
    'company.changed': '企业修改资料',
    'company.sessions_ended': '结束全部成员的登录',
    'company.phone_unmasked': '查看联系电话',
    'account.disabled': '停用账号',
    'account.enabled': '恢复账号',
    'account.sessions_ended': '结束全部登录',
    'account.login_released': '解除登录限制',
    'account.phone_unmasked': '查看手机号',
    'session.ended': '结束一个登录',
  },
  交易: {
    'order.closed': '关闭订单',
    'order.exported': '导出订单',
    'payment.confirmed': '确认到账',
    'payment.rejected': '驳回转账凭证',
    'payment.wrong_amount': '登记金额不符',
    'payment.problem_settled': '异常款项已处理',
    'payment.voucher_viewed': '查看转账凭证',
    'refund.started': '发起退款',
    'refund.approved': '同意退款',
    'refund.rejected': '驳回退款',
    'refund.resent': '重新发起退款',
    'refund.sent_by_hand': '登记退款汇出',
    'invoice.issued': '登记开具发票',
    'invoice.rejected': '驳回发票',
    'invoice.reversed': '发票红冲',
    'coupon_type.added': '新建优惠券',
    'coupon_type.changed': '修改优惠券',
    'coupon_type.published': '上架优惠券',
    'coupon_type.withdrawn': '下架优惠券',
    'coupon.given': '赠送优惠券',
    'coupon.gifted': '批量赠送优惠券',
    'coupon.gift_repeated': '再次确认批量赠送',
  },
  商品: {
    'category.added': '新增分类',
    'category.changed': '修改分类',
    'category.archived': '归档分类',
    'category.restored': '恢复分类',
    'goods.added': '新增商品',
    'goods.changed': '修改商品',
    'goods.published': '上架商品',
    'goods.unpublished': '下架商品',
    'sku.added': '新增规格',
    'sku.unpublished': '下架规格',
    'package.added': '新增套餐',
    'package.changed': '修改套餐',
    'package.archived': '停用套餐',
    'price.changed': '调价生效',
    'price.scheduled': '安排定时调价',
    'price.cancelled': '取消定时调价',
    'price.missed': '定时调价未生效',
  },
  网络: {
    'line.suspended': '暂停专线',
    'line.resumed': '恢复专线',
    'line.moved': '更换专线地址',
    'line.extended': '专线延期',
    'address.held': '保留地址',
    'address.freed': '地址放回空闲',
    'address.retired': '停用地址',
    'address.gateway_changed': '修改网关',
    'stock.added': '添加地址',
    'stock.imported': '地址入库',
    'stock.import_uploaded': '上传地址表',
    'stock.import_confirmed': '确认导入地址',
    'stock.import_cancelled': '放弃导入地址',
    'region.added': '添加地区',
    'region.changed': '修改地区',
    'region.published': '上架地区',
    'region.unpublished': '下架地区',
    'access_way.added': '添加接入方式',
    'access_way.changed': '修改接入方式',
    'access_way.archived': '归档接入方式',
    'access_way.restored': '恢复接入方式',
  },
  内容: {
    'article.created': '新建文章',
    'article.saved': '保存文章',
    'article.published': '发布文章',
    'article.scheduled': '定时发布文章',
    'article.unscheduled': '取消定时发布',
    'article.unpublished': '撤下文章',
    'article.archived': '归档文章',
    'article.unarchived': '取消归档文章',
    'articles.ordered': '调整文章次序',
    'article_category.created': '新建文章分类',
    'article_category.renamed': '文章分类改名',
    'article_category.deleted': '删除文章分类',
    'article_categories.ordered': '调整文章分类次序',
    'image.uploaded': '上传图片',
    'announcement.created': '新建公告',
    'announcement.changed': '修改公告',
    'announcement.published': '发布公告',
    'announcement.withdrawn': '撤下公告',
    'terms.created': '新建协议版本',
    'terms.saved': '保存协议',
    'terms.published': '发布协议',
    'terms.deleted': '删除协议草稿',
    'installer.published': '发布安装包',
    'installer.changed': '修改安装包',
    'installer.withdrawn': '撤回安装包',
    'installer.restored': '恢复安装包',
  },
  渠道: {
    'channel.added': '添加合作伙伴',
    'channel.changed': '修改合作伙伴',
    'channel.ended': '结束合作',
    'channel.resumed': '恢复合作',
    'channel.commission_changed': '修改佣金比例',
    'channel.settled': '生成结算单',
    'channel.settlement_downloaded': '下载结算单',
    'channel.settlement_paid': '登记结算付款',
    'promotion_code.added': '新增推广码',
    'promotion_code.changed': '修改推广码',
    'promotion_code.disabled': '停用推广码',
    'promotion_code.enabled': '恢复推广码',
  },
  管理: {
    'operator.logged_in': '登录后台',
    'operator.logged_out': '退出后台',
    'operator.password_changed': '修改密码',
    'operator.totp_bound': '绑定动态验证器',
    'operator.reauthenticated': '再次验证身份',
    'operator.passkey_added': '添加通行密钥',
    'operator.passkey_renamed': '修改通行密钥的名称',
    'operator.passkey_removed': '移除通行密钥',
    'operator.session_ended': '结束自己的登录',
    'operator.recovery_code_used': '使用恢复码',
    'operator.added': '添加操作员',
    'operator.changed': '修改操作员',
    'operator.disabled': '停用操作员',
    'operator.enabled': '恢复操作员',
    'operator.reset': '重置操作员',
    'approval.policy_changed': '修改审批规则',
    'keys.forgotten': '清除丢失密钥的内容',
    'audit.exported': '导出审计日志',
    'job.retried': '重试失败的任务',
    'push.tested': '发送测试推送',
    'demonstration.filled': '填入演示数据',
  },
} as const

type Groups = typeof auditGroups
type NamesOf<Group> = Group extends unknown ? keyof Group : never
export type AuditAction = NamesOf<Groups[keyof Groups]>

export const auditActionNames = Object.assign({}, ...Object.values(auditGroups)) as Record<AuditAction, string>

/**
 * Returns an action's word, or the stored name where there is none: for an entry of a version to come, or of one long
 * gone.
 */
export const auditActionName = (action: string): string => auditActionNames[action as AuditAction] ?? action

/** The words for what an entry is about, by how its target begins. */
const targetNames: Record<string, string> = {
  access_way: '接入方式',
  account: '账号',
  address: '地址',
  address_import: '地址导入',
  addresses: '地址',
  announcement: '公告',
  approval_policy: '审批规则',
  article: '文章',
  article_categories: '文章分类',
  article_category: '文章分类',
  audit: '审计日志',
  category: '分类',
  channel: '合作伙伴',
  company: '企业',
  coupon_type: '优惠券',
  demonstration: '演示数据',
  device: '设备',
  file: '文件',
  goods: '商品',
  installer: '安装包',
  invoice: '发票',
  job: '后台任务',
  line: '专线',
  operator: '操作员',
  order: '订单',
  package: '套餐',
  payment: '付款',
  prices: '调价',
  promotion_code: '推广码',
  push: '告警推送',
  refund: '退款',
  region: '地区',
  sku: '规格',
  stock: '地址库存',
  terms: '协议',
}

export const auditTargetKinds = Object.keys(targetNames)

/** Splits `company:<id>` into its kind in words and what follows. */
export function auditTarget(target: string): { kind: string; word: string; id: string } {
  const [kind = '', ...rest] = target.split(':')
  return { kind, word: targetNames[kind] ?? kind, id: rest.join(':') }
}

/** Returns the name of an actor that is no operator. */
export function auditActorName(actor: string): string {
  if (actor === 'portal') return '系统'
  if (actor.startsWith('cli:')) return `命令行 ${actor.slice(4)}`
  if (actor.startsWith('account:')) return '客户'
  return actor
}
