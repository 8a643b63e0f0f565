/**
 * The retention rules: one entry per table with the period and the reason, which the sweep applies, a person's export shows, and a
 * test compares with the database (docs/decisions/0008-erasure.md). personal-columns.ts declares what an erasure does to their
 * columns.
 */
export type Retention = { what: string; why: string } & (
  | { kept: 'days'; rules: readonly Rule[] }
  /** Until the holder has the account erased, or the person leaves the company. */
  | { kept: 'account' }
  /** Part of a company's or the provider's records; erasing an account removes the person from it as far as the law permits. */
  | { kept: 'records' }
  /** Contains nothing about any person. */
  | { kept: 'impersonal' }
)

/** Both are SQL over the table's own columns, and never come from input. */
interface Rule {
  days: number
  since: string
  where?: string
}

const days = (what: string, why: string, ...rules: Rule[]): Retention => ({ what, why, kept: 'days', rules })
const account = (what: string, why: string): Retention => ({ what, why, kept: 'account' })
const records = (what: string, why: string): Retention => ({ what, why, kept: 'records' })
const impersonal = (what: string): Retention => ({ what, why: '不含个人信息', kept: 'impersonal' })

const created = 'created_at'
const security = '防止撞库、轰炸与重复提交'
const accounting = '会计法与会计档案管理办法：会计凭证保存三十年'
const trade = '电子商务法第三十一条：交易信息自完成之日起不少于三年'
const companysOwn = '企业自己的记录；注销账号时去除本人姓名与地址'
const figures = '由其他表汇总而来'
const unanswered = "state in ('declined', 'lapsed')"

export const retention: Record<string, Retention> = {
  account: {
    ...days('受邀而没有注册的手机号', '只为发出邀请', {
      days: 30,
      since: created,
      where:
        "state = 'active' and password_hash is null and agreed_at is null and not exists (select from employee where account_id = account.id)",
    }),
    what: '账号；受邀而没有注册的手机号 30 天后删除',
    why: '提供服务所必需；注销时清除',
  },
  session: days('登录记录：浏览器、IP 与时间', '查看与结束自己的登录，追查盗用', {
    days: 90,
    since: 'least(expires_at, ended_at)',
    // A session ends at most 30 days before its expiry; this condition lets the index be used.
    where: "expires_at < now() - interval '60 days'",
  }),
  held_login: days('等待批准的新终端登录：浏览器与 IP', '由另一位管理员批准；追查盗用', {
    days: 90,
    since: 'expires_at',
  }),
  api_token: days('企业的接口令牌：名称、权限与创建者', '管理与追查', {
    days: 365,
    since: 'least(expires_at, ended_at)',
  }),
  api_token_secret: records('接口令牌密钥的散列与最后使用的地址', '随令牌删除'),
  directory_person: records(
    '企业目录里的人：姓名、手机号、邮箱、工号、职位、部门',
    '与员工核对；由企业的目录增删，停用目录时删除',
  ),
  directory_hint: days('企业目录的回调提到、待重新读取的编号', '使目录的变化随即生效', { days: 30, since: created }),
  directory_member: records('企业目录里谁在哪个部门', '与员工核对；随人删除'),
  sign_in_link: records('员工与企业身份提供方的关联：提供方所称的名字与编号', '企业登录；随离职或解除删除'),
  sign_in_attempt: days('企业登录途中的一次性随机串的散列', security, { days: 0, since: 'expires_at' }),
  sign_in_ticket: days('第一次企业登录、待本人确认的人', security, { days: 0, since: 'expires_at' }),
  webhook_message: days('待送与已送的 Webhook 事件，内容在操作记录里', '送达、查看与重发', {
    days: 30,
    since: created,
  }),
  webhook_former_secret: days('Webhook 轮换前的签名密钥（已加密）', '轮换期间同时签名', { days: 0, since: 'until' }),
  webhook_attempt: days('Webhook 的送达记录与对方的应答', '查看与追查', { days: 30, since: 'at' }),
  robot_message: days('待发与已发到企业群里的消息', '送达与查看', { days: 30, since: created }),
  robot_attempt: days('群消息的送达记录', '查看与追查', { days: 30, since: 'at' }),
  passkey_holder: account('通行密钥所用的随机编号', '凭通行密钥登录'),
  passkey: account('通行密钥的公钥、名称与使用时间', '凭通行密钥登录；由本人增删'),
  passkey_challenge: days('通行密钥的一次性随机串', security, { days: 0, since: 'expires_at' }),
  consent: account('同意的记录：种类、版本与时间', '证明本人同意过什么；注销时清除'),
  verification_code: days('短信验证码的散列', security, { days: 2, since: created }),
  code_allowance: days('每个手机号的验证码次数', security, { days: 2, since: 'day' }),
  limit_counter: days('限次的计数', security, { days: 2, since: 'window_start' }),
  login_throttle: days('输错密码的计数', security, { days: 2, since: 'updated_at' }),
  spent_proof: days('用过的计算验证', security, { days: 0, since: 'expires_at' }),
  idempotency_key: days('提交的防重复记录，应答已加密', security, { days: 7, since: created }),
  admin_captcha: days('管理员验证码的散列', security, { days: 2, since: created }),
  sms_message: days('短信的发送记录，手机号已隐去中段', '核对是否送达', { days: 180, since: created }),
  demo_outbox: days('演示的短信', '只在演示模式', { days: 1, since: 'at' }),
  notice: days('通知', '供本人查看', { days: 180, since: created }),
  notice_setting: account('通知设置', '按本人的选择发送'),
  identity_verification: account(
    '实名认证：姓名、加密的证件号',
    '网络安全法第二十四条：为用户办理网络接入须核验真实身份',
  ),
  stored_file: records(
    '上传的文件：一个文件只属于一个账号或一家企业',
    '未被使用的 1 天后删除，文章的图片 30 天后；本人的随账号删除，企业的随企业保存',
  ),
  employee: {
    ...days('谢绝或未答复邀请的人', '供企业再次邀请', { days: 60, since: 'invited_at', where: unanswered }),
    what: '企业的员工；谢绝或未答复邀请的人 60 天后删除',
    why: '企业管理所必需；退出、移除或注销时删除',
  },
  invitation: days('邀请链接的散列', '凭链接加入', { days: 7, since: 'expires_at' }),
  waiting_invitation: account('还没有收到邀请短信的人', '改日发送'),
  employee_import: days(
    '导入的员工表格',
    '显示导入的结果',
    { days: 1, since: created, where: "state = 'previewed'" },
    { days: 30, since: created, where: "state <> 'running'" },
  ),
  device: account('设备与最后的地址', '只让登记的设备使用'),
  device_log: records('设备的操作记录', companysOwn),
  device_dispute: records('设备争议', companysOwn),
  employee_duty: account('控制台里的角色', '能在控制台做一部分事'),
  company_change: impersonal('控制台所示内容变化的次数'),
  list_view: account('控制台列表里保存的视图', '按本人的习惯查看列表'),
  office_view: records('操作员在后台列表里保存的视图', '按本人的习惯查看列表'),
  onboarding_template: impersonal('入职模板'),
  onboarding_template_group: impersonal('入职模板里的专线组'),
  access_request: account('本人向企业提出的申请与结果', '由企业管理员处理'),
  trial: records('试用', companysOwn),
  ticket: records('工单', companysOwn),
  ticket_entry: records('工单往来的内容', companysOwn),
  ticket_file: impersonal('工单的附件'),
  proposal: records('平台的报价与结果', companysOwn),
  company_note: records('服务商关于企业的备注与跟进', '服务商的工作记录'),
  operator_notice: days('运营人员的待办提醒', '处理之后即删除', { days: 90, since: created }),
  employee_log: records('员工的操作记录', companysOwn),
  activity: records('企业的操作记录', companysOwn),
  access_span: records('谁在何时可以使用什么', companysOwn),
  line_log: records('专线的操作记录', companysOwn),
  shop: records('店铺与账号的负责人', '由企业自己登记'),
  shop_import: days('导入的店铺表格', '确认前的预览', { days: 1, since: created }),
  address_use: records('谁在何时以哪台设备、为哪家店铺使用了哪个地址（汇总）', companysOwn),
  compliance_pack: days('生成过的合规包：谁在何时', '管理与追查', { days: 365, since: created }),
  cost_month: records('结定的月份费用', accounting),
  cost_cell: records('结定的月份费用怎样分摊：人员与部门只有编号', accounting),
  line_use: days('谁在哪一天使用过哪条专线', '企业把专线的费用分给使用的人；保存三年', { days: 1096, since: 'day' }),
  connection: records(
    '谁以哪台设备、为哪家店铺使用了哪个地址',
    '企业自己的记录，证明地址由谁使用；保存企业设定的天数（至少 180 天）；注销账号时去除本人姓名',
  ),
  line_group: records('专线组', companysOwn),
  line_group_line: impersonal('组里的专线'),
  line_group_department: impersonal('组里的部门'),
  line_group_employee: account('组里的员工', '授予专线'),
  line_group_log: records('专线组的操作记录', companysOwn),
  company: records('企业资料与联系人', '向企业提供服务所必需'),
  department: impersonal('部门'),
  service_balance: impersonal('时长余额'),
  service_entry: records('时长流水', accounting),
  shop_order: records('订单', trade),
  written_contract: records('订单与报价的合同：双方与产品', trade),
  order_item: impersonal('订单的商品'),
  line_wish: impersonal('下单时为专线选的名称、地址与专线组'),
  order_event: records('订单的经过', trade),
  payment: records('付款', accounting),
  payment_notification: days('支付渠道的通知', '核对款项', { days: 180, since: 'received_at' }),
  refund: records('退款', accounting),
  transfer_part: records('分次到账的汇款', accounting),
  company_balance: impersonal('企业余额'),
  balance_entry: records('余额流水', accounting),
  joint_payment: impersonal('合并支付所付的订单'),
  refund_item: impersonal('退款收回的内容'),
  renewal_end: impersonal('续费给专线的到期日'),
  red_invoice: impersonal('红字发票'),
  invoice_title: records('发票抬头', '由企业自己增删'),
  invoice: records('发票', accounting),
  invoice_setting: records('每月自动开票的设置', '由企业自己设置'),
  invoice_order: impersonal('发票的订单'),
  tax_request: records('税务服务的开票请求', accounting),
  coupon: records('优惠券；领取人只有账号的编号', companysOwn),
  coupon_type: impersonal('优惠券的种类'),
  coupon_gift: days('未确认的赠送名单', '确认前的预览', { days: 1, since: created, where: "state = 'previewed'" }),
  coupon_gift_row: impersonal('赠送名单的企业'),
  channel: records('合作伙伴与联系人', '合作期间与结算所必需'),
  promotion_code: impersonal('推广码'),
  channel_registration: account('经推广码登记的企业与联系人', '注册时预填、归属渠道'),
  settlement: records('佣金结算', accounting),
  settlement_order: impersonal('结算的订单'),
  operator: records('运营人员', '服务商的员工'),
  operator_session: days('运营人员的登录', '追查盗用', { days: 90, since: 'expires_at' }),
  operator_recovery_code: records('验证器恢复码的散列', '服务商的员工'),
  approval: records('审批', '由两人确认的凭据'),
  approval_half: days('首个密码的一半，加密保存', '由两人转交', { days: 7, since: created }),
  approval_policy: records('审批策略', '由两人确认的凭据'),
  approval_limit: impersonal('角色一天独自执行的上限'),
  approval_use: records('操作员一天独自执行的合计', '由两人确认的凭据'),
  approval_company_use: impersonal('企业一天由一人执行得到的合计'),
  audit_entry: records('审计', '网络安全法第二十一条：日志不少于六个月；只增不改'),
  article_vote: days('对文章的评价，网段已散列', '同一访客只计一次', { days: 365, since: 'voted_at' }),
  article: records('文章与作者', '公开的内容'),
  article_version: records('文章的旧版本与作者', '公开的内容'),
  terms_version: records('协议的各个版本', '证明同意过什么'),
  announcement: records('公告与作者', '公开的内容'),
  price_change: records('调价与作者', '由两人确认的凭据'),
  address_import: days(
    '导入的地址',
    '显示导入的结果',
    { days: 1, since: created, where: "state = 'previewed'" },
    { days: 30, since: created, where: "state <> 'running'" },
  ),
  operator_role: records('操作员何时得到角色', '谁能确认谁的请求'),
  replica: days('门户的进程', '看哪些在运行、哪些不见了', { days: 180, since: 'seen_at' }),
  push: days('推送的告警', '回看发过什么', { days: 90, since: created }),
}

for (const [table, what] of Object.entries({
  article_address: '文章的地址',
  article_category: '文章的分类',
  industry: '行业',
  region: '地区',
  access_way: '接入方式',
  ip_address: '地址库存',
  address_stock: figures,
  address_span: '地址的使用时段',
  category: '商品分类',
  goods: '商品',
  sku: '规格',
  package_type: '套餐',
  catalogue_version: '商品与价格改变的次数',
  line: '专线',
  connection_setting: '连接记录的设置',
  connection_chain: '连接记录的链的末端',
  connection_head: '连接记录的链的签名',
  passport_key: '从前签过护照的公钥',
  installer: '安装包',
  day_figure: figures,
  employee_count: figures,
  service_end_count: figures,
  service_block_count: figures,
  service_entry_count: figures,
  device_count: figures,
  order_count: figures,
  pending_notification: '尚未通知各副本的变化',
  line_count: figures,
  place_count: figures,
  demo_trade: '演示的交易',
  demo_trade_refund: '演示的退款',
  installation: '安装的模式',
  health_alert: '运行状况的告警',
  push_delivery: '告警的送达',
  service_outcome: '外部服务的应答与定时任务的结果',
  backup_run: '备份与演练',
  sweep: '清理的进度',
  restoration: '恢复到某一时刻的记录',
  replaced_key: '更换过的主密钥的编号',
  restore_preparation: '准备好的恢复',
  webhook: '企业接收事件的地址与签名密钥（已加密）',
  company_robot: '企业的群机器人与其地址、密钥（已加密）',
  directory: '企业目录的设置',
  directory_department: '企业目录里的部门',
  audit_line: '审计送往平台日志系统的次序',
  audit_stream: '审计送往平台的日志系统与文件，各送到哪一条',
  log_stream: '企业日志系统的地址，以及操作记录送到哪一条',
  activity_line: '操作记录送往企业日志系统的次序',
  directory_provider: '企业目录的接入与应用密钥（已加密）',
  company_domain: '企业的邮箱域名',
  company_sign_in: '企业身份提供方的设置与客户端密钥（已加密）',
  lost_payment: '恢复之后不在库里的付款',
  gateway_bill: '支付渠道每天的账单',
  bill_difference: '账单与本站记录的差异，以及谁写明了去向',
}))
  retention[table] = impersonal(what)
