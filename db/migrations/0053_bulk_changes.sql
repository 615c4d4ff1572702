-- Every publication looks for bulk changes, of which there are mostly none among many single ones.
create index openactive_change_bulk on openactive_change (bulk) where bulk;
