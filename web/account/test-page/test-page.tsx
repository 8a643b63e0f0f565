import '../account.css'
import { BrowserFacts } from './browser-facts.tsx'
import { ErrorList } from './error-list.tsx'
import { Reachability } from './reachability.tsx'
import { SessionState } from './session-state.tsx'

/** The page to which support refers when something does not work. It shows everything that the browser can find out. */
export const TestPage = () => (
  <div className="sheets">
    <header className="page-head">
      <h1>网络自检</h1>
      <p className="quiet">连接不稳定或页面打不开时，先看这里；联系客服时，把页面底部的浏览器信息一并发出。</p>
    </header>
    <Reachability />
    <SessionState />
    <ErrorList />
    <BrowserFacts />
  </div>
)
