import { Drawer as AntdDrawer, type DrawerProps as AntdProps } from 'antd'
import { inputWhileOpen } from './closing.ts'
import { useStep } from './use-step.ts'

type DrawerProps = Omit<AntdProps, 'open' | 'onClose' | 'drawerRender'> & {
  open: boolean
  onClose: () => void
  /** The address says whether it is open. */
  byAddress?: boolean
  /** Keeps it open, because the answer that it waits for changes the page below. */
  busy?: boolean
}

/** antd's drawer, which takes nothing once it closes. Back closes it and leaves the page below as it is. */
export function Drawer({ open, onClose, byAddress = false, busy = false, ...props }: DrawerProps) {
  useStep(open, busy ? undefined : onClose, byAddress)
  return (
    <AntdDrawer
      {...props}
      open={open}
      onClose={() => busy || onClose()}
      drawerRender={content => (
        <div className="drawer-content" {...inputWhileOpen(open)}>
          {content}
        </div>
      )}
    />
  )
}
