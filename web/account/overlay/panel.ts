export type Panel = 'login' | 'register' | 'forgot'

export interface PanelProps {
  /** What was typed as phone or account in another panel, to begin with. */
  account: string
  onAccount: (account: string) => void
  shown: boolean
  show: (panel: Panel) => void
  close: () => void
}
