import { paths } from '#contract/paths.ts'
import { portal } from '#web/data/portal.ts'

/** The logo of the public pages' header, linked to the home page. */
export const Brand = () => (
  <a className="brand" href={paths.home} aria-label={`${portal().brand.name}首页`}>
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M7 21c3-9 7-9 9-5s6 4 9-5" />
      <circle cx="7" cy="21" r="2.6" />
      <circle cx="25" cy="11" r="2.6" />
    </svg>
    <span>{portal().brand.name}</span>
  </a>
)
