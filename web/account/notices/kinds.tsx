import {
  ClockCircleOutlined,
  HourglassOutlined,
  ImportOutlined,
  LaptopOutlined,
  SafetyCertificateOutlined,
  StopOutlined,
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
  /** Only who manages a company gets these. */
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
  balance_low: {
    word: '企业时长不足',
    about: '可分配的人天所剩不多时',
    tone: 'warn',
    icon: <HourglassOutlined />,
    managers: true,
  },
  import_done: {
    word: '员工导入完成',
    about: '表格中的员工全部处理完时',
    tone: 'good',
    icon: <ImportOutlined />,
    managers: true,
  },
  verification_reviewed: {
    word: '实名认证结果',
    about: '认证通过或被驳回时',
    tone: 'busy',
    icon: <SafetyCertificateOutlined />,
  },
}
