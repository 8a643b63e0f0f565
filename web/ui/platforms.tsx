import { AndroidOutlined, AppleOutlined, MobileOutlined, WindowsOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/index.ts'

type Platform = OutputOf<'getDeviceList'>['list'][number]['platform']

export const platformIcons: Record<Platform, ReactNode> = {
  windows: <WindowsOutlined />,
  mac: <AppleOutlined />,
  android: <AndroidOutlined />,
  ios: <MobileOutlined />,
}
