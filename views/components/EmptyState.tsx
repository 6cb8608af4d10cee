interface Props {
  readonly title: string;
  readonly hint: string;
}

/** Stands where a list would be when it has no rows. */
export function EmptyState({ title, hint }: Props) {
  return (
    <div className="empty-state">
      <p className="empty-title">{title}</p>
      <p>{hint}</p>
    </div>
  );
}
