import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { tabAddress, tabs } from '#contract/paths.ts'
import { Brand } from '#web/ui/brand.tsx'

const items = tabs.map(tab => ({ key: tab.sign, label: <a href={tabAddress(tab)}>{tab.label}</a> }))

/** The brand with the public pages' tabs in a menu, because the console's bar has no room for them. */
export const BrandMenu = () => (
  <div className="brand-menu">
    <Brand />
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button type="text" size="small" icon={<DownOutlined />} aria-label="网站导航" />
    </Dropdown>
  </div>
)
