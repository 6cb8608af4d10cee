import { LockKeyhole } from 'lucide-react';
import { Notice } from '../components/Notice';
import { Layout, type PageProps } from '../Layout';

/** Replaces a page that needs a product, for administrators without one. */
export function NoProductPage({ layout, content }: PageProps<{ readonly helpUrl: string }>) {
  return (
    <Layout {...layout}>
      <Notice
        icon={LockKeyhole}
        title="No product activated"
        text="Ask your provider to activate a product for your company."
        href={content.helpUrl}
        label="Learn More"
        isExternal
      />
    </Layout>
  );
}
