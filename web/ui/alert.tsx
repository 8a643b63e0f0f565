import './alert.css'
import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

const icons = {
  info: <InfoCircleFilled />,
  success: <CheckCircleFilled />,
  warning: <ExclamationCircleFilled />,
  error: <CloseCircleFilled />,
}

interface AlertProps {
  type: keyof typeof icons
  title: ReactNode
  /** The text below the title. */
  description?: ReactNode
  /** The button or link to continue with. */
  action?: ReactNode
  /** Adds a close button. */
  close?: () => void
  /** Screen readers interrupt for an alert; a status is read later. */
  role?: 'alert' | 'status'
  className?: string
}

/** A box in a page or a dialog with something that the user has to know there. */
export const Alert = ({ type, title, description, action, close, role = 'alert', className }: AlertProps) => (
  <div className={className ? `alert ${className}` : 'alert'} data-type={type} role={role}>
    {icons[type]}
    <div className="alert-body">
      <div className="alert-title">{title}</div>
      {description && <div className="alert-text">{description}</div>}
    </div>
    {action}
    {close && (
      <button type="button" className="alert-close" aria-label="关闭提示" onClick={close}>
        <CloseOutlined />
      </button>
    )}
  </div>
)
