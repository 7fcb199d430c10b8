# The site in one container, see the README; docker-compose.yml makes a big site of several.

FROM python:3.13-slim-bookworm AS build
# No apt packages: every requirement comes as a wheel, so nothing is compiled.
WORKDIR /build
COPY requirements.lock ./
RUN python -m venv /opt/venv && /opt/venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock

FROM build AS bundle
# Node comes as a wheel too; nothing of it is in the image.
COPY requirements-dev.lock ./
RUN /opt/venv/bin/pip install --no-cache-dir --require-hashes -r requirements-dev.lock
COPY . .
RUN /opt/venv/bin/python manage.py bundle

FROM python:3.13-slim-bookworm
# No apt packages here either: SQLite comes with the requirements or, if there is no wheel, with Python.
# Static files are collected beside the data, since pages request those of the last release after an upgrade.
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 DATA_DIR=/data STATIC_ROOT=/data/static HOST=0.0.0.0 PORT=8000
WORKDIR /app
RUN useradd --uid 10001 --no-create-home player && install -d -o player /data
COPY --from=build /opt/venv /opt/venv
COPY . .
COPY --from=bundle /build/.bundle .bundle
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/readyz', timeout=4)"]
CMD ["python", "manage.py", "serve"]
