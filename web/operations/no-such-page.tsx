import { Button } from '#web/ui/button.tsx'
import { operationsPaths } from './paths.ts'

/** The page for an unknown address, or for one that the operator's roles may not see. */
export const NoSuchPage = () => (
  <div className="plain">
    <h1>没有这个页面，或没有权限查看</h1>
    <p>地址可能有误；若您的工作需要这个页面，请联系负责人调整角色。</p>
    <p className="row">
      <Button look="primary" href={operationsPaths.home}>
        回到运营后台
      </Button>
    </p>
  </div>
)
