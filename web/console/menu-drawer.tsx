import { Drawer } from '#web/ui/drawer.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { BrandMenu } from './brand-menu.tsx'
import { SideMenu } from './side-menu.tsx'

/** The menu on a phone, over the page. */
export const MenuDrawer = ({ open, close }: { open: boolean; close: () => void }) => (
  <Drawer open={open} placement="left" size={264} title={<BrandMenu />} extra={<ThemeSwitch />} onClose={close}>
    <SideMenu />
  </Drawer>
)
