import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { accessOf } from './data/guard.ts'
import { LinkButton } from './ui/link-button.tsx'

/** The app shows this for an unknown address inside it; for any other address the server sends its own 404 document. */
export function NotFound() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <div className="plain">
      <p className="plain-code" aria-hidden="true">
        404
      </p>
      <h1>没有这个页面</h1>
      <p>地址可能有误，或页面已被移走。</p>
      <p className="row">
        {accessOf(pathname) === 'console' ? (
          <LinkButton look="primary" to={paths.control}>
            回到控制台
          </LinkButton>
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
