import { DownOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { maskPhone } from '#contract/rules.ts'
import { signOut } from '#web/data/session-life.ts'
import { showPersonalMenu } from '#web/data/tabs-store.ts'
import { useStore } from '#web/data/use-store.ts'

/** The masked phone with a menu for personal information and logout. */
export function PhoneMenu() {
  const phone = useStore(state => state.phone)
  const navigate = useNavigate()
  function openPersonal(): void {
    showPersonalMenu()
    void navigate(paths.control)
  }
  const items = [
    { key: 'personal', icon: <UserOutlined />, label: '个人信息' },
    { type: 'divider' as const },
    { key: 'out', icon: <LogoutOutlined />, label: '退出登录' },
  ]
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, onClick: ({ key }) => (key === 'out' ? void signOut() : openPersonal()) }}
    >
      <Button type="text" className="phone-menu" aria-label={`账号菜单 ${phone ? maskPhone(phone) : ''}`}>
        {phone ? maskPhone(phone) : '我的账号'}
        <DownOutlined />
      </Button>
    </Dropdown>
  )
}
