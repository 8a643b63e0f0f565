import { DownOutlined } from '@ant-design/icons'
import { tabAddress, tabs } from '#contract/paths.ts'
import { Brand } from '#web/ui/brand.tsx'
import { Button } from '#web/ui/button.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'

const links = tabs.map(tab => ({ key: tab.sign, label: tab.label, href: tabAddress(tab) }))

/** The brand with the public pages' tabs in a menu, because the console's bar has no room for them. */
export const BrandMenu = () => (
  <div className="brand-menu">
    <Brand />
    <MenuButton label="网站" actions={links}>
      {props => <Button look="text" size="small" icon={<DownOutlined />} aria-label="网站导航" {...props} />}
    </MenuButton>
  </div>
)
