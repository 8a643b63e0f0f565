import { Drawer as AntdDrawer, type DrawerProps } from 'antd'
import { takingWhile } from './closing.ts'

/** antd's drawer, which takes nothing once it closes. */
export const Drawer = ({ open, ...props }: Omit<DrawerProps, 'open' | 'drawerRender'> & { open: boolean }) => (
  <AntdDrawer
    {...props}
    open={open}
    drawerRender={content => (
      <div className="drawer-content" {...takingWhile(open)}>
        {content}
      </div>
    )}
  />
)
