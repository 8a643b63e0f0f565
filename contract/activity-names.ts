/**
 * What a company's activity can hold, in the words that its readers see. The names are stored and never renamed, and
 * the server can write no other (server/engines/activity). What stands before the dot is the kind of the thing that
 * was changed.
 */
export const activityGroups = {
  企业: {
    'company.created': '企业认证通过',
    'company.changed': '修改企业资料',
    'company.corrected': '平台更正企业资料',
    'company.terminal_approval': '设置新终端批准',
    'company.frozen': '冻结企业',
    'company.unfrozen': '解除冻结',
    'company.hours_purchased': '购买时长',
    'company.hours_gifted': '平台赠送时长',
    'company.hours_corrected': '更正时长',
    'company.import_started': '导入员工',
    'trial.requested': '申请试用',
    'trial.declined': '试用申请未通过',
    'trial.ended': '试用结束',
  },
  部门: {
    'department.added': '新建部门',
    'department.changed': '修改部门',
    'department.deleted': '删除部门',
  },
  员工: {
    'employee.added': '添加员工',
    'employee.joined': '同意加入',
    'employee.declined': '谢绝加入',
    'employee.lapsed': '邀请过期',
    'employee.changed': '修改资料',
    'employee.moved': '调整部门',
    'employee.role': '变更角色',
    'employee.disabled': '停用账号',
    'employee.enabled': '恢复账号',
    'employee.invited': '再次邀请',
    'employee.assigned': '分配时长',
    'employee.reclaimed': '收回时长',
    'employee.handed_over': '离职交接',
    'employee.removed': '移除员工',
    'employee.left': '自行退出',
    'employee.access': '使用权限变化',
    'template.saved': '保存入职模板',
    'template.deleted': '删除入职模板',
    'template.applied': '套用入职模板',
    'request.made': '提交申请',
    'request.withdrawn': '撤回申请',
    'request.approved': '同意申请',
    'request.refused': '拒绝申请',
    'request.lapsed': '申请过期',
  },
  登录: {
    'login.held': '新终端登录待批准',
    'login.approved': '批准新终端登录',
    'login.rejected': '拒绝新终端登录',
  },
  设备: {
    'device.registered': '登记设备',
    'device.approved': '设备审核通过',
    'device.rejected': '设备审核驳回',
    'device.audit_undone': '撤销设备审核',
    'device.authorized': '恢复设备授权',
    'device.suspended': '暂停设备授权',
    'device.handed_over': '移交设备',
    'device.removed': '移除设备',
  },
  专线: {
    'line.bought': '购买专线',
    'line.bound': '绑定地址',
    'line.rebound': '更换地址',
    'line.moved': '平台更换地址',
    'line.extended': '平台延期',
    'line.unbound': '解绑地址',
    'line.renewed': '续费专线',
    'line.renamed': '重命名专线',
    'line.remarked': '修改专线备注',
    'line.auto_renew': '设置自动续费',
    'line.suspended': '暂停专线',
    'line.resumed': '恢复专线',
    'line.released': '释放专线',
    'line.tried': '开通试用专线',
    'line.access': '使用权限变化',
    'group.added': '新建专线组',
    'group.changed': '修改专线组',
    'group.deleted': '删除专线组',
  },
  交易: {
    'order.placed': '提交订单',
    'order.payment_started': '发起支付',
    'order.voucher_submitted': '提交转账凭证',
    'order.paid': '支付订单',
    'order.cancelled': '取消订单',
    'order.closed': '关闭订单',
    'order.refunding': '申请退款',
    'order.refund_rejected': '退款未通过',
    'order.refunded': '订单已退款',
    'order.hidden': '删除订单',
    'coupon.claimed': '领取优惠券',
    'coupon.received': '收到优惠券',
    'invoice.requested': '申请发票',
    'invoice.withdrawn': '撤回发票申请',
    'invoice.issued': '发票已开具',
    'invoice.rejected': '发票未能开具',
    'invoice.reversed': '发票已红冲',
    'invoice_title.saved': '保存发票抬头',
    'invoice_title.deleted': '删除发票抬头',
  },
  撤销: {
    'activity.undone': '撤销操作',
  },
} as const

type Groups = typeof activityGroups
type NamesOf<Group> = Group extends unknown ? keyof Group : never
export type ActivityName = NamesOf<Groups[keyof Groups]>

export const activityNames = Object.assign({}, ...Object.values(activityGroups)) as Record<ActivityName, string>

/** For so many minutes an act that declares it can be undone. */
export const undoMinutes = 10
