export type Panel = 'login' | 'register' | 'forgot'

export interface PanelProps {
  /** The phone or account typed in another panel, as the initial value. */
  account: string
  onAccount: (account: string) => void
  visible: boolean
  show: (panel: Panel) => void
  close: () => void
}
