import { Button } from './button.tsx'

/** Replaces a page that failed to render, mostly because a new version was deployed meanwhile. */
export const PageError = () => (
  <main className="plain" role="alert">
    <h1>页面没有加载成功</h1>
    <p>可能是网络中断，或门户刚刚更新了版本。刷新后一般即可恢复；若仍不行，请联系客服。</p>
    <Button look="primary" onClick={() => location.reload()}>
      刷新页面
    </Button>
  </main>
)
