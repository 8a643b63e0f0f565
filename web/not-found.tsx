import './not-found.css'
import { SearchOutlined } from '@ant-design/icons'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { accessOf } from './data/guard.ts'
import { useConsoleEntry } from './ui/site-tabs.tsx'

/** Shown for an unknown address inside the app; for any other address the server sends its own 404 document. */
export function NotFound() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const enter = useConsoleEntry()
  return (
    <div className="plain">
      <p className="plain-code" aria-hidden="true">
        404
      </p>
      <h1>页面不存在</h1>
      <p>地址可能输错了，或者页面已经移走。搜一搜帮助文章，或从下面的入口继续。</p>
      {/* biome-ignore lint/a11y/useSemanticElements: not all browsers in use know <search> */}
      <form className="plain-search" role="search" action={paths.help}>
        <input
          type="search"
          name="q"
          maxLength={50}
          placeholder="搜索问题"
          aria-label="搜索帮助中心"
          autoComplete="off"
        />
        <Button type="submit" icon={<SearchOutlined />}>
          搜索
        </Button>
      </form>
      <p className="row">
        {accessOf(pathname) === 'console' ? (
          <Button look="primary" href={paths.control} onClick={enter}>
            回到控制台
          </Button>
        ) : (
          <Button look="primary" href={paths.home}>
            回到首页
          </Button>
        )}
        <Button onClick={() => void navigate(-1)}>返回上一页</Button>
      </p>
    </div>
  )
}
