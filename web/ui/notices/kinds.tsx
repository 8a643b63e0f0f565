import {
  ApiOutlined,
  BellOutlined,
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  CustomerServiceOutlined,
  DisconnectOutlined,
  FileExclamationOutlined,
  FileTextOutlined,
  GiftOutlined,
  HourglassOutlined,
  ImportOutlined,
  InboxOutlined,
  LaptopOutlined,
  LockOutlined,
  RollbackOutlined,
  SafetyCertificateOutlined,
  ShoppingCartOutlined,
  StopOutlined,
  SwapOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/index.ts'
import type { Tone } from '#web/ui/states.ts'

export type Notice = OutputOf<'getNoticeList'>['list'][number]
export type NoticeKind = Notice['kind']

interface KindLook {
  word: string
  about: string
  tone: Tone
  icon: ReactNode
  /** Only a company's managers get these, and employees whose duty they concern (contract/notice-duties.ts). */
  managers?: true
}

export const kindLooks: Record<NoticeKind, KindLook> = {
  service_ending: {
    word: '服务即将到期',
    about: '到期前 15、7、3、1 天各提醒一次',
    tone: 'warn',
    icon: <ClockCircleOutlined />,
  },
  service_ended: { word: '服务已到期', about: '到期后提醒一次', tone: 'bad', icon: <StopOutlined /> },
  device_waiting: {
    word: '新设备待审核',
    about: '员工在新设备上登录客户端时',
    tone: 'busy',
    icon: <LaptopOutlined />,
    managers: true,
  },
  device_decided: {
    word: '设备归属处理结果',
    about: '平台客服处理设备归属的争议后',
    tone: 'good',
    icon: <LaptopOutlined />,
  },
  balance_low: {
    word: '企业时长不足',
    about: '可分配的人天所剩不多时',
    tone: 'warn',
    icon: <HourglassOutlined />,
    managers: true,
  },
  import_done: {
    word: '员工导入结束',
    about: '表格中的员工全部处理完，或导入中断时',
    tone: 'good',
    icon: <ImportOutlined />,
    managers: true,
  },
  connection_warned: {
    word: '地址上的异常连接',
    about: '同一平台的第二家店铺、未经审核的设备或没有使用权的人连接时',
    tone: 'warn',
    icon: <DisconnectOutlined />,
    managers: true,
  },
  chain_head: {
    word: '连接记录的每日签名',
    about: '有新的连接时每天一次',
    tone: 'good',
    icon: <SafetyCertificateOutlined />,
    managers: true,
  },
  chain_broken: {
    word: '连接记录与签名不符',
    about: '每日核对发现记录被改动时',
    tone: 'warn',
    icon: <SafetyCertificateOutlined />,
    managers: true,
  },
  pack_ready: {
    word: '合规包已生成',
    about: '企业要求的合规包可以下载时',
    tone: 'good',
    icon: <SafetyCertificateOutlined />,
    managers: true,
  },
  verification_reviewed: {
    word: '实名认证结果',
    about: '认证通过或被驳回时',
    tone: 'busy',
    icon: <SafetyCertificateOutlined />,
  },
  order_waiting: {
    word: '订单待支付',
    about: '接口令牌下了订单，等管理员或财务支付时',
    tone: 'warn',
    icon: <ShoppingCartOutlined />,
    managers: true,
  },
  order_paid: {
    word: '订单已支付',
    about: '付款到账、所购内容开通时',
    tone: 'good',
    icon: <CheckCircleOutlined />,
    managers: true,
  },
  order_refunded: {
    word: '订单退款',
    about: '退款到账，或平台发起退款时',
    tone: 'busy',
    icon: <RollbackOutlined />,
    managers: true,
  },
  transfer_rejected: {
    word: '对公转账未通过',
    about: '转账凭证被驳回，或到账金额不符时',
    tone: 'bad',
    icon: <FileExclamationOutlined />,
    managers: true,
  },
  refund_rejected: {
    word: '退款未通过',
    about: '退款申请被驳回时',
    tone: 'bad',
    icon: <CloseCircleOutlined />,
    managers: true,
  },
  invoice_decided: {
    word: '发票进度',
    about: '发票开具、驳回或红冲时',
    tone: 'busy',
    icon: <FileTextOutlined />,
    managers: true,
  },
  line_ending: {
    word: '专线即将到期',
    about: '到期前 15、7、3、1 天各提醒一次',
    tone: 'warn',
    icon: <ApiOutlined />,
    managers: true,
  },
  line_ended: {
    word: '专线已到期',
    about: '到期后提醒一次，试用结束时也提醒',
    tone: 'bad',
    icon: <DisconnectOutlined />,
    managers: true,
  },
  account_changed: {
    word: '账号安全变更',
    about: '登录密码、手机号修改，或登录被保护性退出时',
    tone: 'bad',
    icon: <LockOutlined />,
  },
  login_new: {
    word: '新设备登录',
    about: '账号在没有用过的设备上登录时',
    tone: 'warn',
    icon: <SafetyCertificateOutlined />,
  },
  login_held: {
    word: '登录待批准',
    about: '另一位管理员在新的浏览器或客户端登录，须由您批准时',
    tone: 'busy',
    icon: <SafetyCertificateOutlined />,
    managers: true,
  },
  webhook_disabled: {
    word: 'Webhook 已停用',
    about: '企业的系统连续三天没有收下事件，Webhook 被停用时',
    tone: 'bad',
    icon: <ApiOutlined />,
    managers: true,
  },
  token_ending: {
    word: '接口令牌到期',
    about: '企业的接口令牌七天之内到期，或随创建者的管理权失效时',
    tone: 'warn',
    icon: <ApiOutlined />,
    managers: true,
  },
  robot_paused: {
    word: '群机器人已停用',
    about: '企业的群机器人一直没有收下消息、或接连拒绝而被停用时',
    tone: 'bad',
    icon: <ApiOutlined />,
    managers: true,
  },
  log_stream_paused: {
    word: '日志转发已暂停',
    about: '企业的日志系统连续三天没有收下操作记录，日志转发被暂停时',
    tone: 'bad',
    icon: <ApiOutlined />,
    managers: true,
  },
  sign_in_bypassed: {
    word: '未经企业登录',
    about: '企业要求企业登录，而有管理员以通行密钥或短信验证码登录时',
    tone: 'warn',
    icon: <SafetyCertificateOutlined />,
    managers: true,
  },
  directory_halted: {
    word: '企业目录停下',
    about: '企业目录要停用或移除的人过多，或读取、核对没有完成时',
    tone: 'bad',
    icon: <TeamOutlined />,
    managers: true,
  },
  membership_invited: {
    word: '企业邀请',
    about: '企业邀请您加入时',
    tone: 'busy',
    icon: <TeamOutlined />,
  },
  invitations_waiting: {
    word: '邀请短信没有发完',
    about: '今天能发的短信条数用完，还有员工没有收到邀请短信时',
    tone: 'warn',
    icon: <HourglassOutlined />,
    managers: true,
  },
  membership_ended: {
    word: '已被企业移除',
    about: '企业管理员将您移除时',
    tone: 'bad',
    icon: <TeamOutlined />,
  },
  guest_ending: {
    word: '访客即将到期',
    about: '访客到期前一天',
    tone: 'busy',
    icon: <TeamOutlined />,
    managers: true,
  },
  request_waiting: {
    word: '员工申请',
    about: '员工申请专线、时长或设备审核时；短信带有链接',
    tone: 'busy',
    icon: <InboxOutlined />,
    managers: true,
  },
  proposal_sent: {
    word: '收到报价',
    about: '平台为企业发来报价时',
    tone: 'busy',
    icon: <FileTextOutlined />,
    managers: true,
  },
  ticket_answered: {
    word: '工单答复',
    about: '客服答复了工单，或为企业建立了工单时',
    tone: 'busy',
    icon: <CustomerServiceOutlined />,
    managers: true,
  },
  request_decided: {
    word: '申请结果',
    about: '管理员处理了您的申请，或申请过期时',
    tone: 'good',
    icon: <InboxOutlined />,
  },
  membership_answered: {
    word: '员工谢绝或退出',
    about: '员工谢绝邀请、邀请过期、自行退出企业时',
    tone: 'warn',
    icon: <TeamOutlined />,
    managers: true,
  },
  company_state: {
    word: '企业状态变化',
    about: '企业被冻结或恢复、更换所有者时',
    tone: 'bad',
    icon: <LockOutlined />,
    managers: true,
  },
  gift_received: {
    word: '平台赠送与收回',
    about: '平台赠送时长或优惠券、为专线延期、收回时长，或答复试用申请时',
    tone: 'good',
    icon: <GiftOutlined />,
    managers: true,
  },
  line_state: {
    word: '平台暂停或恢复专线',
    about: '平台暂停或恢复专线，或为专线的订单发起退款时',
    tone: 'bad',
    icon: <StopOutlined />,
    managers: true,
  },
  line_moved: {
    word: '专线更换地址',
    about: '平台为专线更换地址时',
    tone: 'warn',
    icon: <SwapOutlined />,
    managers: true,
  },
}

const looks: Partial<Record<string, Pick<KindLook, 'tone' | 'icon'>>> = kindLooks

/** Returns the look of a kind of notice, including kinds that are newer than the script of a page opened before an upgrade. */
export const lookOf = (kind: string): Pick<KindLook, 'tone' | 'icon'> =>
  looks[kind] ?? { tone: 'busy', icon: <BellOutlined /> }
