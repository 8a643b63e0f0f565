import { Button } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'

interface OnDemandProps {
  icon: ReactNode
  label: string
  title: string
  /** The button with what it opens, opened. */
  children: ReactNode
}

/** A button whose window comes with the first click: its scripts, and the time that it takes to draw, are not the list's. */
export function OnDemand({ icon, label, title, children }: OnDemandProps) {
  const [wanted, setWanted] = useState(false)
  const button = (loading: boolean) => (
    <Button icon={icon} loading={loading} aria-label={label} title={title} onClick={() => setWanted(true)} />
  )
  return wanted ? <Suspense fallback={button(true)}>{children}</Suspense> : button(false)
}
