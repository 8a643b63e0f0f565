import { MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { currentTheme, switchTheme, watchTheme } from './theme.ts'

export function ThemeSwitch({ className }: { className?: string }) {
  const dark = useSyncExternalStore(watchTheme, currentTheme) === 'dark'
  const label = dark ? '切换到浅色' : '切换到深色'
  return (
    <Button
      className={className}
      type="text"
      icon={dark ? <SunOutlined /> : <MoonOutlined />}
      aria-label={label}
      title={label}
      onClick={switchTheme}
    />
  )
}
