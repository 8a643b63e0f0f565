import { MoonOutlined, SunOutlined } from '@ant-design/icons'
import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { currentTheme, switchTheme, watchTheme } from './theme.ts'

export function ThemeSwitch({ className }: { className?: string }) {
  const dark = useSyncExternalStore(watchTheme, currentTheme) === 'dark'
  const label = dark ? '切换到浅色' : '切换到深色'
  return (
    <Button
      className={className}
      look="text"
      icon={dark ? <SunOutlined /> : <MoonOutlined />}
      aria-label={label}
      title={label}
      onClick={switchTheme}
    />
  )
}
