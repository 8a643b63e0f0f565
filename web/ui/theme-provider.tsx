import { StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { antdTheme, currentScale } from './antd-theme.ts'
import { keptStyles } from './kept-styles.ts'
import { currentTheme, watchTheme } from './theme.ts'

function watchScale(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** antd with the portal's tokens, in Chinese, with the nonce that the document's policy requires. */
export function ThemeProvider({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const theme = useSyncExternalStore(watchTheme, currentTheme)
  const scale = useSyncExternalStore(watchScale, currentScale)
  const [cache] = useState(keptStyles)
  const config = useMemo(() => antdTheme(theme, scale), [theme, scale])
  return (
    <StyleProvider cache={cache}>
      <ConfigProvider
        locale={zhCN}
        theme={config}
        csp={nonce ? { nonce } : undefined}
        button={{ autoInsertSpace: false }}
        form={{ requiredMark: false, scrollToFirstError: { block: 'center', focus: true } }}
      >
        {children}
      </ConfigProvider>
    </StyleProvider>
  )
}
