import './page-wait.css'

/** A placeholder while the script of a page loads. */
export const PageWait = () => (
  <div className="page-wait" role="status" aria-label="页面加载中">
    <span className="turning" />
  </div>
)
