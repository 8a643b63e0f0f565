import { DownOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { maskPhone } from '#contract/rules.ts'
import { signOut } from '#web/data/session-life.ts'
import { showPersonalMenu } from '#web/data/tabs-store.ts'
import { useStore } from '#web/data/use-store.ts'
import { Button } from './button.tsx'
import { MenuButton } from './menu-button.tsx'

/** The masked phone with a menu for personal information and logout. */
export function PhoneMenu() {
  const phone = useStore(state => state.phone)
  const navigate = useNavigate()
  function openPersonal(): void {
    showPersonalMenu()
    void navigate(paths.control)
  }
  const actions = [
    { key: 'personal', icon: <UserOutlined />, label: '个人信息', run: openPersonal },
    null,
    { key: 'out', icon: <LogoutOutlined />, label: '退出登录', run: () => void signOut() },
  ]
  return (
    <MenuButton label="账号" actions={actions}>
      {props => (
        <Button look="text" className="phone-menu" aria-label={`账号菜单 ${phone ? maskPhone(phone) : ''}`} {...props}>
          {phone ? maskPhone(phone) : '我的账号'}
          <DownOutlined />
        </Button>
      )}
    </MenuButton>
  )
}
