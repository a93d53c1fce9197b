from setuptools import setup

NAME = "binnacle_ros"

setup(
    name=NAME,
    version="0.1.0",
    packages=[NAME],
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{NAME}"]),
        (f"share/{NAME}", ["package.xml"]),
        (f"share/{NAME}/launch", ["launch/compass.launch.py"]),
        (f"share/{NAME}/config", ["config/compass.yaml"]),
    ],
    install_requires=["setuptools"],
    zip_safe=True,
    maintainer="Binnacle",
    maintainer_email="binnacle@example.org",
    description="The compass Binnacle as ROS 2 messages: magnetic field, orientation and diagnostics.",
    license="Apache-2.0",
    entry_points={"console_scripts": [f"compass = {NAME}.node:main"]},
)
