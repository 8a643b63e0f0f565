import { Spin } from 'antd'

/** While the script of a page is on its way. */
export const PageWait = () => (
  <div className="page-wait" role="status" aria-label="页面加载中">
    <Spin delay={200} />
  </div>
)
