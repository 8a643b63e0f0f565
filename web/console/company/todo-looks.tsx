import {
  ApartmentOutlined,
  ClockCircleOutlined,
  FileTextOutlined,
  HourglassOutlined,
  LaptopOutlined,
  MailOutlined,
  MessageOutlined,
  NodeIndexOutlined,
  SolutionOutlined,
  StopOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/index.ts'
import type { Tone } from '#web/ui/states.ts'

interface TodoLook {
  icon: ReactNode
  tone: Tone
}

const ofKind: Record<OutputOf<'getCompanyData'>['todo'][number]['kind'], TodoLook> = {
  device_waiting: { icon: <LaptopOutlined />, tone: 'busy' },
  service_ending: { icon: <ClockCircleOutlined />, tone: 'warn' },
  service_ended: { icon: <StopOutlined />, tone: 'bad' },
  service_none: { icon: <HourglassOutlined />, tone: 'busy' },
  line_none: { icon: <NodeIndexOutlined />, tone: 'busy' },
  line_unshared: { icon: <NodeIndexOutlined />, tone: 'busy' },
  device_none: { icon: <LaptopOutlined />, tone: 'busy' },
  invitation_open: { icon: <MailOutlined />, tone: 'busy' },
  order_pending: { icon: <WalletOutlined />, tone: 'warn' },
  proposal_open: { icon: <FileTextOutlined />, tone: 'warn' },
  request_open: { icon: <SolutionOutlined />, tone: 'busy' },
  ticket_answered: { icon: <MessageOutlined />, tone: 'busy' },
  line_expired: { icon: <NodeIndexOutlined />, tone: 'bad' },
  line_unbound: { icon: <NodeIndexOutlined />, tone: 'busy' },
  line_expiring: { icon: <NodeIndexOutlined />, tone: 'warn' },
  balance_low: { icon: <HourglassOutlined />, tone: 'warn' },
  no_department: { icon: <ApartmentOutlined />, tone: 'idle' },
}

const looks: Partial<Record<string, TodoLook>> = ofKind

/** Returns the look of a kind of task, including kinds that are newer than the script of a page opened before an upgrade. */
export const todoLook = (kind: string): TodoLook => looks[kind] ?? { icon: <ClockCircleOutlined />, tone: 'busy' }
