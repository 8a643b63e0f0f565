import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { portal } from '#web/data/portal.ts'
import { Aside } from './aside.tsx'
import { ForgotPanel } from './forgot-panel.tsx'
import { LoginPanel } from './login-panel.tsx'
import type { Panel } from './panel.ts'
import { RegisterPanel } from './register-panel.tsx'
import { currentView, showPanel, typeAccount, watchView } from './view.ts'

const panels = { login: LoginPanel, register: RegisterPanel, forgot: ForgotPanel }
const titles = {
  login: (brand: string) => `登录${brand}`,
  register: (brand: string) => `注册${brand}账号`,
  forgot: () => '找回密码',
}
const introductions = {
  login: '使用手机号登录，管理网络与企业服务。',
  register: '只需一个手机号，随后完成实名认证。',
  forgot: '验证手机号后设置新密码，其他设备上的登录会同时失效。',
}
const tabs = [
  { panel: 'login', label: '登录' },
  { panel: 'register', label: '注册' },
] as const

export function Overlay({ close }: { close: () => void }) {
  const { panel, notice, open, account } = useSyncExternalStore(watchView, currentView)
  // A visited panel stays mounted but hidden, so that switching panels loses no input.
  const [visited, setVisited] = useState<ReadonlySet<Panel>>(new Set([panel]))
  const card = useRef<HTMLDivElement>(null)
  if (!visited.has(panel)) setVisited(new Set(visited).add(panel))

  function show(next: Panel) {
    showPanel(next)
    focusFirst.current = true
  }

  const focusFirst = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run after another panel is rendered
  useEffect(() => {
    if (!focusFirst.current) return
    focusFirst.current = false
    // The next frame comes after the shared account is filled in, so the focus goes to the first empty field.
    const frame = requestAnimationFrame(() => {
      const inputs =
        card.current?.querySelectorAll<HTMLInputElement>('.panel:not([hidden]) input:not([type=checkbox])') ?? []
      const target = [...inputs].find(input => !input.value) ?? inputs[0]
      target?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [panel])

  function onTabKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const next = panel === 'login' ? 'register' : 'login'
    showPanel(next)
    card.current?.querySelector<HTMLElement>(`#account-tab-${next}`)?.focus()
  }

  return (
    <div className="account-card account-form" ref={card}>
      <Aside />
      <div className="account-main">
        <button type="button" className="account-close" aria-label="关闭" onClick={close}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="m5 5 10 10m0-10L5 15" />
          </svg>
        </button>
        {panel !== 'forgot' && (
          <div className="account-tabs" role="tablist" aria-label="登录或注册" onKeyDown={onTabKey}>
            {tabs.map(tab => (
              <button
                type="button"
                role="tab"
                key={tab.panel}
                id={`account-tab-${tab.panel}`}
                aria-selected={panel === tab.panel}
                aria-controls={visited.has(tab.panel) ? `account-panel-${tab.panel}` : undefined}
                tabIndex={panel === tab.panel ? 0 : -1}
                onClick={() => show(tab.panel)}
              >
                {tab.label}
              </button>
            ))}
          </div>
        )}
        <h2 id="account-overlay-title">{titles[panel](portal().brand.name)}</h2>
        <p className="account-introduction">{introductions[panel]}</p>
        {notice && (
          <p className="account-notice" role="alert">
            {notice}
          </p>
        )}
        {(['login', 'register', 'forgot'] as const).map(name => {
          const Form = panels[name]
          return (
            visited.has(name) && (
              <section
                className="panel"
                key={name}
                id={`account-panel-${name}`}
                role={name === 'forgot' ? undefined : 'tabpanel'}
                aria-labelledby={name === 'forgot' ? 'account-overlay-title' : `account-tab-${name}`}
                hidden={panel !== name}
              >
                <Form
                  account={account}
                  onAccount={typeAccount}
                  visible={open && panel === name}
                  show={show}
                  close={close}
                />
              </section>
            )
          )
        })}
      </div>
    </div>
  )
}
