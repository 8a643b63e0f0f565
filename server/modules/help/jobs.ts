import { jobKind } from '#server/engines/jobs/jobs.ts'

/** The job publishes an article at the time that was set for it. */
export const publishArticleJob = jobKind<{ article_id: string; publish_at: string }>('publish_article')
