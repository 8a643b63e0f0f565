import { StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, useSyncExternalStore } from 'react'
import { antdTheme, currentScale } from './antd-theme.ts'
import { Framed, provideFrame } from './framed.tsx'
import { keptStyles } from './kept-styles.ts'
import { currentTheme, watchTheme } from './theme.ts'

function watchScale(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** Several frames on one page share the styles that they have made. */
const styles = keptStyles()
let made: { key: string; theme: ReturnType<typeof antdTheme> } | undefined
function themeOf(theme: ReturnType<typeof currentTheme>, scale: number): ReturnType<typeof antdTheme> {
  const key = `${theme} ${scale}`
  if (made?.key !== key) made = { key, theme: antdTheme(theme, scale) }
  return made.theme
}

/**
 * antd with the portal's tokens, in Chinese. Pages without antd omit it; modules that import antd bring it along (`antdFrames` in
 * vite.antd-plugins.ts), and the frame is put around each such part (`framed`).
 */
export function AntdFrame({ children }: { children: ReactNode }) {
  const theme = useSyncExternalStore(watchTheme, currentTheme)
  const scale = useSyncExternalStore(watchScale, currentScale)
  return (
    <Framed value>
      <StyleProvider cache={styles}>
        <ConfigProvider
          locale={zhCN}
          theme={themeOf(theme, scale)}
          button={{ autoInsertSpace: false }}
          form={{ requiredMark: false, scrollToFirstError: { block: 'center', focus: true } }}
        >
          {children}
        </ConfigProvider>
      </StyleProvider>
    </Framed>
  )
}

provideFrame(AntdFrame)
