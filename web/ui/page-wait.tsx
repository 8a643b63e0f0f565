import { Spin } from 'antd'

/** A placeholder while the script of a page loads. */
export const PageWait = () => (
  <div className="page-wait" role="status" aria-label="页面加载中">
    <Spin delay={200} />
  </div>
)
